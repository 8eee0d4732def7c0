// The dashboard without a mouse, and for those who hear it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from './browser.ts';
import { both, go, kSoon, live, make, play, visit } from './dash_page.ts';

const tools = both(async (server) => {
  await make(server, { name: 'ads' });
  await play(server, 'ads', 30, 3);
  await make(server, { name: 'paid', agent: 'banker-tinf' });
  await play(server, 'paid', 30, 3);
});

const kRoutes = ['#/', '#/new', '#/b/ads', '#/b/ads/d/r1', '#/b/ads/d/r30', '#/b/paid/d/r20', '#/b/nobody', '#/no-page'];

async function settled(page: Page, hash: string): Promise<void> {
  await go(page, hash);
  if (hash === '#/b/ads') {
    await live(page);
    await drawn(page);
    await page.getByRole('button', { name: 'Expire r30' }).waitFor();
    await page.getByRole('region', { name: 'Latest decisions' }).getByRole('link', { name: 'r1', exact: true }).waitFor();
  }
  if (hash.includes('/d/')) await page.locator('main .statement svg').waitFor();
  await page.getByText('Asking the server').first().waitFor({ state: 'hidden' });
}

/** What has no name for those who do not see it, and landmarks that are missing or there twice. */
function nameless(): string[] {
  const one = (selector: string): string[] => {
    const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    return found.length === 1 ? [] : [`${found.length} of ${selector}`];
  };
  const texts = (ids: string | null) => (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('');
  const named = (element: Element): boolean => {
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : [];
    return [element.getAttribute('aria-label'), texts(element.getAttribute('aria-labelledby')), ...labels.map((label) => label.textContent)].some((text) => text?.trim());
  };
  const mute = [...document.querySelectorAll('input, select, textarea, dialog, nav, section, [role=group], [role=region], [role=tablist]')].filter(
    (element) => element.checkVisibility() && !named(element));
  const blank = [...document.querySelectorAll('button, a')].filter((element) => element.checkVisibility() && !named(element) && !element.textContent?.trim());
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].filter((element) => element.checkVisibility()).map((element) => Number(element.tagName[1]));
  const jumps = levels.filter((level, i) => i > 0 && level > levels[i - 1]! + 1);
  return [
    ...one('main'), ...one('h1'), ...one('body header.masthead'), ...one('header nav'),
    ...[...mute, ...blank].map((element) => `no name: ${element.outerHTML.slice(0, 120)}`),
    ...(jumps.length > 0 ? [`headings jump: ${levels.join(' ')}`] : []),
    ...(document.documentElement.lang ? [] : ['no language']),
    ...(document.title.includes('Banker') ? [] : [`title "${document.title}"`]),
  ];
}

test('every page has its landmarks, and everything a name', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  for (const hash of kRoutes) {
    await settled(page, hash);
    expect.soft(await page.evaluate(nameless), hash).toEqual([]);
  }
  await close();
});

test('the first thing Tab reaches skips to the page', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  await page.getByRole('link', { name: 'ads', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('skip');
  const box = (await page.locator('.skip').boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(0); // it can be seen
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await close();
});

test('Tab reaches every control in order, and one sees where it is', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  for (const hash of kRoutes.slice(0, 6)) {
    await settled(page, hash);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const count = await page.evaluate(() => {
      const reached = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';
      const all = [...document.querySelectorAll<HTMLElement>(reached)].filter((one) => one.checkVisibility() && one.tabIndex >= 0);
      all.forEach((element, i) => element.setAttribute('data-test', String(i)));
      document.body.tabIndex = -1;
      document.body.focus(); // from the beginning
      return all.length;
    });
    const visited: string[] = [];
    const unseen: string[] = [];
    for (let i = 0; i < count + 20 && !visited.includes(String(count - 1)); i++) {
      await page.keyboard.press('Tab');
      const { name, outline, inside, words } = await page.evaluate(() => {
        const element = document.activeElement!;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { top, bottom } = element.getBoundingClientRect();
        return {
          name: element.getAttribute('data-test') ?? '',
          outline: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
          inside: bottom > 0 && top < innerHeight,
          words: element.outerHTML.slice(0, 100),
        };
      });
      if (name !== '') visited.push(name); // '': came to be while Tab was on its way
      if (!outline || !inside) unseen.push(words);
    }
    expect.soft(visited.map(Number), hash).toEqual([...visited.map(Number)].sort((a, b) => a - b));
    const missed = await page.evaluate((reached) => [...document.querySelectorAll<HTMLElement>('[data-test]')]
      .filter((one) => one.checkVisibility() && !reached.includes(one.dataset['test']!)).map((one) => one.outerHTML.slice(0, 100)), visited);
    expect.soft(missed, hash).toEqual([]);
    expect.soft(unseen, hash).toEqual([]);
  }
  await close();
});

test('a dialog keeps the focus, and gives it back', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/ads');
  await live(page);
  for (const name of ['Pause …', 'Delete …', 'Expire old …']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const inside = () => page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement) || document.activeElement === document.body);
    for (let i = 0; i < 12; i++) {
      expect(await inside()).toBe(true);
      await page.keyboard.press(i < 8 ? 'Tab' : 'Shift+Tab');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await close();
});

test('another page takes the focus to its heading, Back returns', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  await page.getByRole('link', { name: 'ads', exact: true }).press('Enter');
  await live(page);
  expect(await page.title()).toContain('ads');
  await expect.poll(() => page.evaluate(() => document.activeElement === document.querySelector('main h1')), kSoon).toBe(true);
  await page.goBack();
  await page.getByRole('link', { name: 'paid', exact: true }).waitFor();
  await close();
});
