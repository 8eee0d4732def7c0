// Nothing leaves its place, on a small phone, a phone and a desk, in light and dark.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, launch, open } from './browser.ts';
import { collisions, misfits } from './layout.ts';
import { write, type Written } from './program.ts';
import { kDemo, kLinear, kSuite, stopped } from './studies.ts';

let browser: Browser;
let written: Written[];
beforeAll(async () => {
  written = [write(kDemo), write(kSuite), write(kLinear), stopped()];
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  written.forEach((one) => one.remove());
});

const kHashes = ['', '#x=log&y=log&over=certificate,bound']; // a second look: all that a chart of regret can have

test.each([320, 390, 1440].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]))(
  'all fits into %i pixels, %s',
  async (width, colorScheme) => {
    for (const { page: file } of written) {
      for (const hash of kHashes) {
        const { page, problems, close } = await open(browser, file, { viewport: { width, height: 800 }, colorScheme }, hash);
        await drawn(page);
        expect(await page.evaluate(collisions)).toEqual([]);
        expect(await page.evaluate(misfits)).toEqual([]);
        expect(problems).toEqual([]);
        await close();
      }
    }
  },
);
