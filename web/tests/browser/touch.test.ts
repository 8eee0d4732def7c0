// The page under a finger.
import { devices } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn, heading, kSoon, open, together } from './browser.ts';
import { kSuite } from './studies.ts';

const { defaultBrowserType: _, ...kPhone } = devices['Pixel 5']!;

const tools = together(kSuite);

test('a tap on a chart shows a reading, on the next one another', async () => {
  const { page, problems, close } = await open(tools.browser, tools.written.page, { ...kPhone, viewport: { width: 390, height: 844 } });
  const figures = await drawn(page);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && visualViewport!.scale === 1);
  expect(await page.evaluate(() => innerWidth)).toBe(390);
  expect(await fits()).toBe(true);
  for (const figure of figures.slice(1)) {
    await figure.locator('.plot > svg').tap();
    // A tap takes the focus some time after the finger is gone.
    await expect.poll(() => figure.locator('.reading .label').innerText(), kSoon).toMatch(/\d/);
    await expect.poll(() => page.locator('.reading:visible').count(), kSoon).toBe(1);
    const box = (await figure.locator('.reading').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(await fits()).toBe(true);
  }
  expect(problems).toEqual([]);
  await close();
});

test('a tap on the map opens a problem', async () => {
  const { page, close } = await open(tools.browser, tools.written.page, { ...kPhone, viewport: { width: 390, height: 844 } });
  await drawn(page);
  const before = await heading(page);
  await page.locator('#problems svg > g > rect[fill^="#"]').last().tap({ position: { x: 5, y: 5 } }); // beside its number
  await expect.poll(() => page.evaluate(() => location.hash), kSoon).toBe('#cell=6&agent=uniform');
  expect(await heading(page)).not.toBe(before);
  expect(await page.locator('#problem').evaluate((bar) => Math.abs(bar.getBoundingClientRect().top) < 100)).toBe(true);
  await close();
});
