// Light and dark: as the machine is set, or as the reader chose, and always legible.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, kSoon, launch, open } from './browser.ts';
import { faint, isDark } from './colors.ts';
import { writing, type Written } from './program.ts';
import { kDemo, kSuite, stopped } from './studies.ts';

let browser: Browser;
let written: Written[];
beforeAll(async () => {
  written = [await writing(kDemo), await writing(kSuite), await stopped()];
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  written.forEach((one) => one.remove());
});

test('the page follows the machine, and the button overrides it', async () => {
  const { page, problems, close } = await open(browser, written[0]!.page, { colorScheme: 'dark' });
  const button = page.getByRole('button', { name: /^Colours/ });
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(true);

  await button.click();
  expect(await button.innerText()).toContain('light');
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(false);
  await page.reload();
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(false);

  await button.click();
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(true);

  await button.click();
  expect(await button.innerText()).toContain('auto');
  await expect.poll(() => page.evaluate(isDark), kSoon).toBe(false);
  expect(problems).toEqual([]);
  await close();
});

test.each(['light', 'dark'] as const)('all text can be read in %s', async (colorScheme) => {
  for (const { page: file } of written) {
    const { page, close } = await open(browser, file, { colorScheme });
    await drawn(page);
    await page.locator('#regret .plot').press('End'); // a reading and its words
    expect(await page.evaluate(faint)).toEqual([]);
    await page.locator('#regret .legend button').first().click(); // an agent that is not shown
    expect(await page.evaluate(faint)).toEqual([]);
    await close();
  }
});
