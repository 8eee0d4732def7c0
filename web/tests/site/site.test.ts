// The documentation, opened as files: its search needs no server and no network, it is light or dark, and it fits on a phone.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kSoon, launch } from '../browser/chromium.ts';
import { open } from '../browser/opened.ts';

const kSite = process.env['BANKER_SITE']!;
const kPhone = { width: 390, height: 844 };

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** Types a word into the search, and waits for what it finds. */
async function search(page: Page, word: string) {
  const field = page.locator('.md-search__input');
  const glass = page.locator('label.md-header__button[for=__search]'); // where there is no room for the field
  if (await glass.isVisible()) await glass.click();
  await field.click();
  await field.pressSequentially(word);
  const found = page.locator('.md-search-result__link');
  await found.first().waitFor();
  return found;
}

test.each([
  ['index.html', 'certificate', 'algorithms.html'],
  ['reference/cpp.html', 'upgrade', 'upgrading.html'],
])('from %s a search for "%s" finds %s', async (name, word, place) => {
  const { page, problems, requests, close } = await open(browser, join(kSite, name), { offline: true });
  const found = await search(page, word);
  expect(await page.locator('.md-search-result__meta').innerText()).toMatch(/^\d+ matching documents$/);
  const target = String(pathToFileURL(join(kSite, place)));
  await found.and(page.locator(`[href="${target}"]`)).first().click();
  await expect.poll(() => page.url(), kSoon).toBe(target);
  expect(problems).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(String(pathToFileURL(kSite))))).toEqual([]);
  await close();
});

/** How light the background is, from 0 to 255. Runs in the page. */
const brightness = () => {
  const parts = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g)!.slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
};

test('it is light or dark as the machine is, and as the reader says, on every page', async () => {
  const { page, close } = await open(browser, join(kSite, 'index.html'), { colorScheme: 'dark' });
  const isDark = async () => (await page.evaluate(brightness)) < 128;
  expect(await isDark()).toBe(true);
  await page.locator('label[title="To light"]').click();
  await expect.poll(isDark, kSoon).toBe(false);
  for (const name of ['server.html', 'cpp/annotated.html']) {
    await page.goto(String(pathToFileURL(join(kSite, name))));
    expect(await isDark(), name).toBe(false);
  }
  await page.goto(String(pathToFileURL(join(kSite, 'index.html'))));
  await page.locator('label[title="To dark"]').click();
  await expect.poll(isDark, kSoon).toBe(true);
  await page.goto(String(pathToFileURL(join(kSite, 'cpp/annotated.html'))));
  expect(await isDark()).toBe(true);
  await close();
});

// Pages with long names, long lines, wide tables and wide pictures.
test('it fits on a phone', async () => {
  const { page, problems, close } = await open(browser, join(kSite, 'index.html'), { viewport: kPhone });
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  const source = 'source/include/banker/estimate/importance_weighted.hpp.html';
  for (const name of ['index.html', 'algorithms.html', 'server.html', 'reference/python.html', source, 'cpp/annotated.html']) {
    await page.goto(String(pathToFileURL(join(kSite, name))));
    expect(await widest(), name).toBe(kPhone.width);
  }
  await page.goto(String(pathToFileURL(join(kSite, 'index.html'))));
  await search(page, 'regret');
  await expect.poll(widest, kSoon).toBe(kPhone.width); // when it has come in from the side
  expect(problems).toEqual([]);
  await close();
});
