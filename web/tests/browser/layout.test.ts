// Nothing leaves its place, on a small phone, a phone and a desk, in light and dark.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, launch, open } from './browser.ts';
import { collisions, misfits } from './layout.ts';
import { writing, type Written } from './program.ts';
import { kDemo, kLinear, kSuite, stopped } from './studies.ts';

let browser: Browser;
let written: Written[];
beforeAll(async () => {
  written = [await writing(kDemo), await writing(kSuite), await writing(kLinear), await stopped()];
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  written.forEach((one) => one.remove());
});

/** Faults now, in light or dark. */
async function faults(page: Page): Promise<string[]> {
  return [...(await page.evaluate(collisions)), ...(await page.evaluate(misfits))];
}

test.each([320, 390, 1440])('all fits into %i pixels', async (width) => {
  for (const { page: file } of written) {
    const { page, problems, close } = await open(browser, file, { viewport: { width, height: 800 }, colorScheme: 'light' });
    await drawn(page);
    expect(await faults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('[data-theme=dark]');
    expect(await faults(page)).toEqual([]);

    // All that a chart of regret can have.
    await page.evaluate(() => void (location.hash = '#x=log&y=log&over=certificate,bound'));
    await page.waitForSelector('#regret button[aria-pressed=true] >> text=log regret');
    expect(await faults(page)).toEqual([]);

    // The last of the problems, where details may be missing.
    await page.evaluate((cell) => void (location.hash = `#cell=${cell}`), (await page.locator('#problem option').count()) || 1);
    await page.waitForSelector('#regret button[aria-pressed=false] >> text=log regret');
    await drawn(page);
    expect(await faults(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  }
});
