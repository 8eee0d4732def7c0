// Every chart as a file of its own.
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, launch, open } from './browser.ts';
import { writing } from './program.ts';
import { kLinear, kSuite } from './studies.ts';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const kAtOnce = 4; // charts, two files each: Chromium takes ten files from a page, then none for a while

async function saved(page: Page, figure: Locator, kind: 'SVG' | 'PNG'): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: new RegExp(`^${kind} of .`) }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What an SVG file says, and the texts that leave its picture. */
function examine(source: string) {
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
  if (parsed.querySelector('parsererror')) throw new Error(parsed.documentElement.textContent ?? '');
  const picture = document.importNode(parsed.documentElement, true);
  document.body.append(picture);
  const frame = picture.getBoundingClientRect();
  const outside = [...picture.querySelectorAll('text')].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
  });
  picture.remove();
  return {
    tag: parsed.documentElement.tagName,
    width: Number(parsed.documentElement.getAttribute('width')),
    height: Number(parsed.documentElement.getAttribute('height')),
    title: parsed.querySelector('title')?.textContent ?? '',
    heading: [...parsed.querySelectorAll('svg > text[font-weight="600"]')].map((line) => line.textContent).join(' '),
    marks: parsed.querySelectorAll('path, rect, circle').length,
    outside: outside.map((text) => text.textContent),
  };
}

/** How many colours a picture has. */
async function colours(bytes: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/png;base64,${bytes}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const pixels = new Uint32Array(data.buffer);
  return new Set(pixels).size;
}

test('a picture that cannot be made is said to be so', async () => {
  const written = await writing(kLinear);
  const { page, problems, close } = await open(browser, written.page);
  const [figure] = await drawn(page);
  const trouble = figure!.getByText('The picture could not be made.', { exact: true }).locator('visible=true');
  const press = () => figure!.getByRole('button', { name: /^PNG of ./ }).click();
  await page.evaluate(() => {
    const { toDataURL } = HTMLCanvasElement.prototype;
    // As browsers do for a canvas that is too large, once.
    HTMLCanvasElement.prototype.toDataURL = () => ((HTMLCanvasElement.prototype.toDataURL = toDataURL), 'data:,');
  });
  await press();
  await trouble.first().waitFor();
  expect(await figure!.locator('[aria-live]').textContent()).toBe('The picture could not be made.');
  await Promise.all([page.waitForEvent('download'), press()]);
  expect(await figure!.locator('p.note', { hasText: 'could not be made' }).isVisible()).toBe(false);
  expect(problems).toEqual([]);
  await close();
  written.remove();
});

test.each([
  ['a suite on a desk', kSuite, 1280, 'light'],
  ['a body on a phone, in the dark', kLinear, 320, 'dark'],
] as const)('charts of %s as SVG and PNG', async (_, study, width, colorScheme) => {
  const written = await writing(study);
  const again = () => open(browser, written.page, { viewport: { width, height: 800 }, colorScheme });
  let { page, problems, close } = await again();
  const names = new Set<string>();
  const count = (await drawn(page)).length;
  for (let i = 0; i < count; i++) {
    if (i % kAtOnce === 0) {
      expect(problems).toEqual([]);
      await close();
      ({ page, problems, close } = await again());
      await drawn(page); // a chart that is drawn while a button is down may move the button away
    }
    const figure = page.locator('figure:visible').nth(i);
    const svg = await saved(page, figure, 'SVG');
    const source = svg.bytes.toString('utf8');
    const found = await page.evaluate(examine, source);
    expect(found.tag).toBe('svg');
    expect(found.heading).toBe(found.title);
    expect(found.title.length).toBeGreaterThan(10);
    expect(found.marks).toBeGreaterThan(1); // the first is the paper
    expect(found.outside).toEqual([]);
    expect(source).toContain(`banker ${written.report.version} · seed`);
    expect(source).not.toMatch(/var\(|href|<image|<script|<style|@import|NaN|undefined/);
    expect(source.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/\w+:\/\//);
    for (const [, target] of source.matchAll(/url\(([^)]*)\)/g)) expect(source).toContain(`id="${target!.slice(1)}"`);

    const png = await saved(page, figure, 'PNG');
    expect(png.bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect(png.bytes.subarray(12, 16).toString()).toBe('IHDR');
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2 * found.width, 2 * found.height].map(Math.floor));
    expect(await page.evaluate(colours, png.bytes.toString('base64'))).toBeGreaterThan(10);

    expect(svg.name).toMatch(/^[a-z0-9.-]+\.svg$/);
    expect(png.name).toBe(svg.name.replace(/svg$/, 'png'));
    names.add(svg.name);
  }
  expect(names.size).toBe(count); // none takes the place of another
  expect(problems).toEqual([]);
  await close();
  written.remove();
});
