// tour.mjs DEMO SUITE FOLDER: the pictures of docs/tour.md, from the reports in DEMO and SUITE, into FOLDER.
import { chromium } from 'playwright-core';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [demo, suite, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

/** A report, scrolled through once so that every chart is drawn. */
async function open(report, width, height, theme, hash = '') {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, deviceScaleFactor: 1.5 });
  await page.goto(pathToFileURL(resolve(report, 'index.html')).href + hash);
  const total = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < total; y += height / 2) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.waitForTimeout(60);
  }
  await page.addStyleTag({ content: '.picker { position: static !important; }' });
  await page.evaluate(() => window.scrollTo(0, 0));
  return page;
}

/** The part of a page from one element to another. */
async function shoot(page, first, last, name) {
  await page.evaluate(() => window.scrollTo(0, 0));
  const [from, to] = [await page.locator(first).first().boundingBox(), await page.locator(last).last().boundingBox()];
  const margin = 16;
  const x = Math.max(0, Math.min(from.x, to.x) - margin);
  const right = Math.max(from.x + from.width, to.x + to.width) + margin;
  const clip = { x, y: from.y - margin, width: right - x, height: to.y + to.height - from.y + 2 * margin };
  await page.screenshot({ path: join(folder, name), fullPage: true, clip });
}

/** A chart, by its own button. */
async function save(page, chart, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(chart).getByRole('button', { name: 'SVG' }).click()]);
  await download.saveAs(join(folder, name));
}

let page = await open(demo, 1100, 900, 'light');
await shoot(page, '#regret', '#regret figure', 'tour-regret.png');
await save(page, '#bank figure >> nth=0', 'tour-pool.svg');
await save(page, '#bank figure >> nth=1', 'tour-list.svg');
await save(page, '#beliefs figure >> nth=0', 'tour-belief-banker.svg');
await save(page, '#beliefs figure >> nth=1', 'tour-belief-tinf.svg');
page = await open(demo, 390, 844, 'dark');
await page.screenshot({ path: join(folder, 'tour-phone.png'), clip: { x: 0, y: 0, width: 390, height: 844 } });
page = await open(suite, 1100, 900, 'light');
await shoot(page, '#problems figure >> nth=0', '#problems figure >> nth=0', 'tour-suite.png');
await browser.close();
