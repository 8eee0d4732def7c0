// tour_dash.mjs PROGRAM FOLDER: the pictures of docs/dashboard.md, of a server with simulated visitors that is some minutes old, into FOLDER.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const kAge = 240; // seconds
const [program, folder] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'banker-tour-'));
const port = 20000 + Math.floor(Math.random() * 10000);
const origin = `http://127.0.0.1:${port}`;
const server = spawn(resolve(program), ['serve', '--demo', '--data', join(data, 'demo.db'), '--port', String(port)], { stdio: 'ignore' });

const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function get(path) {
  return (await fetch(origin + path)).json();
}

/** A page that has drawn everything, at the top. */
async function open(browser, hash, width, height, theme) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
  await page.goto(`${origin}/${hash}`);
  await page.locator('main h1').waitFor();
  await sleep(2);
  const total = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < total; y += height / 2) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await sleep(0.2);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await sleep(1.2);
  return page;
}

/** The last decision before the end whose statement has the most to tell. */
async function richest(bandit) {
  const { decisions } = await get(`/v1/bandits/${bandit}/decisions?limit=200`);
  const closed = decisions.filter(({ outcome }) => outcome);
  const parts = [];
  for (const { id } of closed) {
    const { decision, spent } = await get(`/v1/bandits/${bandit}/decisions/${encodeURIComponent(id)}/statement`);
    parts.push({ id, parts: Math.min(6, decision.statement?.payments.length ?? 0) + Math.min(6, spent.length) });
  }
  return parts.reduce((best, one) => (one.parts > best.parts ? one : best)).id;
}

try {
  console.log(`waiting ${kAge} s for the visitors of ${origin}`);
  await sleep(kAge);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const shot = (page, name, options = {}) => page.screenshot({ path: join(folder, name), ...options });
  const list = await open(browser, '#/', 1200, 900, 'light');
  const rows = await list.locator('main table').boundingBox();
  await shot(list, 'dash-list.png', { clip: { x: 0, y: 0, width: 1200, height: Math.ceil(rows.y + rows.height + 24) } });
  await shot(await open(browser, '#/b/ads', 1200, 1240, 'light'), 'dash-bandit.png');
  const payer = 'checkout'; // pays with single savings
  await shot(await open(browser, `#/b/${payer}/d/${encodeURIComponent(await richest(payer))}`, 1200, 760, 'light'), 'dash-statement.png');
  await shot(await open(browser, '#/b/ads', 390, 844, 'dark'), 'dash-phone.png');
  await shot(await open(browser, '#/new', 1200, 900, 'dark'), 'dash-new.png');
  await browser.close();
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
