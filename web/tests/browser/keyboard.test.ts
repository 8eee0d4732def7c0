// The page without a mouse.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { heading, kSoon, open, together, type Opened } from './browser.ts';
import { kSuite } from './studies.ts';

const tools = together(kSuite);
let opened: Opened;
let page: Page;
beforeEach(async () => {
  opened = await open(tools.browser, tools.written.page);
  page = opened.page;
});
afterEach(async () => {
  expect(opened.problems).toEqual([]);
  await opened.close();
});

/** Tab, until the element of the selector has the focus. */
async function tabTo(selector: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press('Tab');
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

const hash = () => page.evaluate(() => location.hash);
const isFocused = (selector: string) => page.locator(selector).evaluate((element) => element === document.activeElement);

test('Tab reaches everything in the order of the page, and one sees where it is', async () => {
  const count = await page.evaluate(() => {
    const all = [...document.querySelectorAll('button:not(:disabled), select, .plot, .scroll, pre')].filter((one) => one.checkVisibility());
    all.forEach((element, i) => element.setAttribute('data-test', String(i)));
    return all.length;
  });
  expect(count).toBeGreaterThan(50);
  const visited: string[] = [];
  const unseen: string[] = [];
  for (let i = 0; i < count; i++) {
    await page.keyboard.press('Tab');
    const { name, outline, inside } = await page.evaluate(() => {
      const element = document.activeElement!;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { top, bottom } = element.getBoundingClientRect();
      return {
        name: element.getAttribute('data-test') ?? element.outerHTML.slice(0, 80),
        outline: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        inside: bottom > 0 && top < innerHeight,
      };
    });
    visited.push(name);
    if (!outline || !inside) unseen.push(name);
  }
  expect(visited).toEqual(Array.from({ length: count }, (_, i) => String(i)));
  expect(unseen).toEqual([]);
});

test('arrow keys read the chart of regret', async () => {
  await tabTo('#regret .plot');
  await page.locator('#regret .plot > svg').waitFor(); // there is something to read
  const reading = page.locator('#regret .reading');
  const live = page.locator('#regret [aria-live]');
  expect(await reading.isVisible()).toBe(false);
  const said: string[] = [];
  const press = async (key: string) => {
    await page.keyboard.press(key);
    const label = await reading.locator('.label').innerText();
    said.push((await live.textContent()) ?? '');
    expect(said.at(-1)).toContain(label);
    return label;
  };
  const first = await press('ArrowRight');
  const second = await press('ArrowRight');
  expect(second).not.toBe(first);
  expect(await press('ArrowLeft')).toBe(first);
  expect(await press('End')).toBe('round 1,200, mean ± 95 %');
  expect(await press('ArrowRight')).toBe('round 1,200, mean ± 95 %');
  expect(await press('Home')).toBe(first);
  for (const words of said) expect(words).toMatch(/^round [\d,]+, mean ± 95 %, (uniform|banker|banker-tinf) [\d.,]+ ± [\d.]+, /);
  expect(await page.locator('#regret .plot svg > g:last-child > *').count()).toBeGreaterThan(1); // the marks

  await page.keyboard.press('Escape');
  expect(await reading.isVisible()).toBe(false);
  expect(await live.textContent()).toBe('');
  expect(await isFocused('#regret .plot')).toBe(true);
  await press('End');
  await page.keyboard.press('Tab');
  expect(await reading.isVisible()).toBe(false);
});

test('Space takes an agent out of the charts, and brings it back', async () => {
  await tabTo('#regret .legend button:nth-child(2)');
  await page.locator('#regret .plot > svg').waitFor();
  const curves = page.locator('#regret svg path[stroke="var(--s1)"]');
  const button = page.locator('#regret .legend button:nth-child(2)');
  expect(await curves.count()).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  expect(await curves.count()).toBe(0);
  expect(await page.locator('#inside .legend button:nth-child(2)').getAttribute('aria-pressed')).toBe('false');
  expect(await hash()).toBe('#show=uniform,banker-tinf');
  await page.keyboard.press('Space');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  expect(await curves.count()).toBeGreaterThan(0);
});

test('the map of problems: arrows go both ways, Enter opens a problem, Back returns', async () => {
  const before = await heading(page);
  await tabTo('#problems .plot');
  await page.locator('#problems .plot > svg').waitFor();
  const where = async (key: string) => {
    await page.keyboard.press(key);
    const reading = page.locator('#problems .reading');
    return [await reading.locator('.label').innerText(), await reading.locator('span').innerText()] as const;
  };
  const start = await where('ArrowDown');
  const right = await where('ArrowRight');
  const below = await where('ArrowDown');
  expect([right[0], right[1] === start[1]]).toEqual([start[0], false]);
  expect([below[0] === right[0], below[1]]).toEqual([false, right[1]]);
  expect(await where('ArrowUp')).toEqual(right);
  expect(await where('ArrowLeft')).toEqual(start);
  await where('ArrowRight');

  await page.keyboard.press('Enter');
  expect(await hash()).toBe(`#cell=2&agent=${start[0]}`);
  expect(await heading(page)).toContain(right[1]);
  expect(await heading(page)).not.toBe(before);
  expect(await page.locator('#regret .looked').innerText()).toBe(start[0]);
  expect(await isFocused('#problem select')).toBe(true);
  await page.goBack();
  await expect.poll(() => heading(page), kSoon).toBe(before);
  expect(await hash()).toBe('');
  await page.goForward();
  await expect.poll(() => heading(page), kSoon).toContain(right[1]);
});

test('Enter on a heading sorts the table', async () => {
  const column = async (index: number) => {
    const values = await page.locator(`#regret tbody tr > :nth-child(${index})`).evaluateAll((cells) =>
      cells.map((cell) => cell.querySelector('[data-value]')?.getAttribute('data-value') ?? cell.textContent));
    return values.map((value) => (Number.isNaN(Number(value)) ? value : Number(value)));
  };
  const sort = (index: number) => page.locator(`#regret thead th:nth-child(${index})`).getAttribute('aria-sort');
  const up = [...(await column(3))].sort((a, b) => Number(a) - Number(b));
  expect([await sort(1), await sort(3)]).toEqual(['none', 'ascending']);
  expect(await column(3)).toEqual(up);

  await tabTo('#regret thead th:nth-child(3) button');
  await page.keyboard.press('Enter');
  expect(await sort(3)).toBe('descending');
  expect(await column(3)).toEqual(up.reverse());
  await page.keyboard.press('Enter');
  expect(await sort(3)).toBe('ascending');

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  expect([await sort(1), await sort(3)]).toEqual(['ascending', 'none']);
  expect(await column(1)).toEqual(['banker', 'banker-tinf', 'uniform']);
});

test('the picker goes through the problems and keeps the focus', async () => {
  await tabTo('#problem button:nth-of-type(2)');
  const headings = [await heading(page)];
  for (let cell = 2; cell <= 6; cell++) {
    await page.keyboard.press('Enter');
    headings.push(await heading(page));
    expect(await page.locator('#problem .count').innerText()).toBe(`${cell} of 6`);
    expect(await hash()).toBe(`#cell=${cell}`);
  }
  expect(new Set(headings).size).toBe(6);
  expect(await page.locator('#problem').evaluate((bar) => bar.contains(document.activeElement))).toBe(true);
  await page.goBack();
  await expect.poll(() => heading(page), kSoon).toBe(headings[4]);
});
