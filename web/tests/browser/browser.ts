// A report in Chromium.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { kSoon, launch } from './chromium.ts';
import { writing, type Written } from './program.ts';

export { open, type Opened } from './opened.ts';
export { kSoon, launch };

/** A browser and a report for the tests of a file, from the first to the last of them. */
export function together(study: object): { browser: Browser; written: Written } {
  const both = {} as { browser: Browser; written: Written };
  beforeAll(async () => {
    both.written = await writing(study);
    both.browser = await launch();
  });
  afterAll(async () => {
    await both.browser?.close();
    both.written?.remove();
  });
  return both;
}

/** The charts of the page, each drawn by scrolling to it, as wide as there is room now. */
export async function drawn(page: Page): Promise<Locator[]> {
  const figures = await page.locator('figure:visible').all();
  for (const figure of figures) {
    await figure.locator('.plot').evaluate((plot) => plot.scrollIntoView({ block: 'center' }));
    await figure.locator('.plot > svg').waitFor();
  }
  await expect.poll(() => page.evaluate(misfitted), kSoon).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  return figures;
}

/** Charts whose picture is of another width than their place, as after a change of the window until the next picture. Runs in the page. */
function misfitted(): number {
  return [...document.querySelectorAll('figure .plot')].filter((plot) => {
    const picture = plot.querySelector(':scope > svg');
    return picture && plot.checkVisibility() && Number(picture.getAttribute('width')) !== Math.floor(plot.clientWidth);
  }).length;
}

/** The caption of the table of the chosen problem. */
export function heading(page: Page): Promise<string> {
  return page.locator('#regret caption').innerText();
}
