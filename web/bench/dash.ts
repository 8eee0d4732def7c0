// How fast the dashboard opens on a large journal, and whether decisions wait for ten of them. The journal is one that
// `bench/dash PROGRAM --keep FOLDER` made; BANKER_JOURNAL is that folder. Ends with 1 if a page is painted too late.
import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../tests/browser/chromium.ts';
import { kProgram, Server } from '../tests/browser/server.ts';

const kTimes = 5;
const kGoal = 1000; // milliseconds until the first paint, less than this
const kPairs = 10;
const kSlice = 2; // seconds
const kRate = process.env['BANKER_RATE'] ?? '200'; // requests per second: Chromium takes its share of the cores
const kBusy = ['large', 'b1', 'b2', 'b3', 'b4']; // as in bench/dash.cpp
const kPages = kBusy.flatMap((bandit) => ['#/', `#/b/${bandit}`]);
const kList = 'table tbody tr';
const kChart = '.plot > svg';

declare global {
  var opened: number | undefined; // when what was waited for was there, and had been painted
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function open(browser: Browser, url: string, selector: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((wanted) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => (globalThis.opened = performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.opened);
  return page;
}

interface Times {
  paint: number;
  there: number;
}

async function time(browser: Browser, url: string, selector: string): Promise<Times> {
  const page = await open(browser, url, selector);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    there: globalThis.opened!,
  }));
  await page.close();
  return times;
}

/** Whether the goal is reached. */
async function timeAll(browser: Browser, url: string, selector: string, what: string): Promise<boolean> {
  const times: Times[] = [];
  for (let i = 0; i < kTimes; i++) times.push(await time(browser, url, selector));
  const paint = median(times.map((one) => one.paint));
  const there = median(times.map((one) => one.there));
  console.log(`| ${what} | ${paint.toFixed(0)} | ${kGoal} | ${there.toFixed(0)} |`);
  return paint < kGoal; // no paint is NaN, which is not
}

interface Latency {
  p50_seconds: number;
  p99_seconds: number;
}

/** One slice of asks and tells, by the program that is made for it. */
async function pace(server: Server): Promise<Latency> {
  const bench = join(dirname(kProgram), 'bench', 'dash');
  const { stdout } = await promisify(execFile)(bench, [kProgram, '--pace', String(server.port), '--slice', String(kSlice), '--rate', kRate]);
  return (JSON.parse(stdout) as { ask: Latency }).ask;
}

/** Slices without and with pages that are open, in turns; one line for both. */
async function compare(browser: Browser, server: Server): Promise<void> {
  const slices: Record<'none' | 'ten', Latency[]> = { none: [], ten: [] };
  await pace(server);
  for (let pair = 0; pair < kPairs; pair++) {
    slices.none.push(await pace(server));
    const pages: Page[] = [];
    for (const hash of kPages) pages.push(await open(browser, `${server.origin}/${hash}`, hash === '#/' ? kList : kChart));
    slices.ten.push(await pace(server));
    for (const page of pages) await page.close();
  }
  const all = [slices.none, slices.ten];
  const times = (['p50_seconds', 'p99_seconds'] as const).flatMap((key) => all.map((some) => (1e6 * median(some.map((one) => one[key]))).toFixed(0)));
  console.log(`| ${times.join(' | ')} |`);
}

const folder = process.env['BANKER_JOURNAL'];
if (!folder) throw new Error('BANKER_JOURNAL must name the folder: tools/web.sh bench-dash PROGRAM FOLDER');
const server = await Server.start(join(folder, 'journal.db'));
const browser = await launch();
try {
  console.log(`| page | first contentful paint ms | goal: less than | until it shows data ms |\n| --- | --: | --: | --: |`);
  const list = await timeAll(browser, `${server.origin}/#/`, kList, 'list of all bandits');
  const bandit = await timeAll(browser, `${server.origin}/#/b/large`, kChart, 'the bandit with most decisions');
  console.log(`\n| ask p50 µs, no page open | ten pages | ask p99 µs, no page open | ten pages |\n| --: | --: | --: | --: |`);
  await compare(browser, server);
  console.log(`\nMedians of ${kTimes} times, and of ${kPairs} pairs of slices of ${kSlice} s; Chromium and the server share ${cpus().length} cores.`);
  if (!list || !bandit) {
    console.error(`A page had its first paint after ${kGoal} ms or more: see the first table.`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
