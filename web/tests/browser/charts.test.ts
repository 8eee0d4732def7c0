// Every chart of every kind of study draws something, and says what it is.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, launch, open } from './browser.ts';
import { writing } from './program.ts';
import { kDemo, kLinear, kOneRun, kSuite, stopped } from './studies.ts';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** What is wrong with a chart, in words. */
function faults(figure: Locator): Promise<string[]> {
  return figure.evaluate((element) => {
    const name = element.querySelector('h3')?.textContent ?? '';
    const plot = element.querySelector('.plot')!;
    const label = plot.getAttribute('aria-label') ?? '';
    const marks = [...plot.querySelectorAll('path, rect, circle')].filter((mark) => !mark.closest('defs, clipPath'));
    const seen = marks.filter((mark) => {
      const { width, height } = mark.getBoundingClientRect();
      return width + height > 1;
    });
    return [
      !name && 'no heading',
      seen.length === 0 && `${name}: nothing is drawn`,
      plot.textContent?.includes('no data') && `${name}: no data`,
      !(label.startsWith(name) && label.length > name.length + 10) && `${name}: the label says too little: "${label}"`,
    ].filter((fault) => fault !== false && fault !== undefined);
  });
}

/** Attributes and texts with a number that is none. */
function strays(root: Locator): Promise<string[]> {
  return root.evaluate((body) => {
    const found: string[] = [];
    const look = (where: string, text: string) => {
      if (/NaN|undefined|Infinity|\[object/.test(text)) found.push(`${where}: ${text.slice(0, 80)}`);
    };
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) for (const { name, value } of node.attributes) look(`${node.tagName} ${name}`, value);
      else if (node.parentElement?.tagName !== 'SCRIPT') look('text', node.textContent ?? '');
    }
    return found;
  });
}

test.each([
  ['the demo', () => writing(kDemo), 14], // the map, regret, two banks with balances, three from inside, five beliefs
  ['a suite with shares', () => writing(kSuite), 12],
  ['one run', () => writing(kOneRun), 11],
  ['a body', () => writing(kLinear), 8],
  ['a stopped study', stopped, 14],
])('%s has charts with data', async (_, study, count) => {
  const written = await study();
  const { page, problems, close } = await open(browser, written.page);
  const figures = await drawn(page);
  expect(figures).toHaveLength(count);
  for (const figure of figures) expect(await faults(figure)).toEqual([]);
  expect(await strays(page.locator('body'))).toEqual([]);

  // With all that can be switched on in the chart of regret.
  const up = page.locator('#regret figure button[aria-pressed=false]:visible');
  while ((await up.count()) > 0) await up.first().click();
  expect(await faults(page.locator('#regret figure'))).toEqual([]);
  expect(await strays(page.locator('#regret'))).toEqual([]);
  expect(problems).toEqual([]);
  await close();
  written.remove();
});

test('a pointer that stays at a stop draws nothing', async () => {
  const written = await writing(kOneRun);
  const { page, close } = await open(browser, written.page);
  const plot = page.locator('#regret .plot');
  await plot.locator('svg').waitFor();
  await plot.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    let count = 0;
    const seen = (changes: unknown[]) => element.setAttribute('data-changes', String((count += changes.length)));
    new MutationObserver(seen).observe(element, { childList: true, subtree: true });
  });
  const changes = () => plot.evaluate((element) => Number(element.getAttribute('data-changes')));
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width - 2, y + height / 2); // right of the last stop
  expect(await changes()).toBe(1);
  for (let i = 1; i < 20; i++) await page.mouse.move(x + width - 2, y + height / 2 + i);
  expect(await changes()).toBe(1);
  await page.mouse.move(x + width / 2, y + height / 2);
  expect(await changes()).toBeGreaterThan(1);
  await close();
  written.remove();
});
