// The largest report stays small, and works.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kBig } from './big_study.ts';
import { drawn, heading, launch, open } from './browser.ts';
import { collisions, misfits } from './layout.ts';
import { writing } from './program.ts';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

test('20 agents on 100 problems', async () => {
  const written = await writing(kBig);
  expect(Buffer.byteLength(written.html)).toBeLessThan(5_000_000);
  const { page, problems, close } = await open(browser, written.page);
  const cells = page.locator('#problems svg > g > rect:is([fill^="#"], [fill^="url"])');
  await cells.first().waitFor();
  expect(await cells.count()).toBe(2000);
  const before = await heading(page);

  await cells.last().click(); // the worst agent on the last problem
  expect(await page.evaluate(() => location.hash)).toMatch(/^#cell=100&agent=/);
  expect(await heading(page)).not.toBe(before);
  expect(await heading(page)).toContain('delays arm-dependent:40, 8 arms');
  expect(await page.locator('#regret tbody tr').count()).toBe(20);
  expect(await page.locator('#regret tbody .looked').innerText()).toBe(await page.locator('#problems tbody tr th').last().innerText());
  await page.locator('#regret .plot > svg').waitFor();

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    expect(await page.evaluate(collisions)).toEqual([]);
    expect(await page.evaluate(misfits)).toEqual([]);
  }
  expect(problems).toEqual([]);
  await close();
  written.remove();
});
