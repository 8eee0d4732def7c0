// A report in Chromium, and what went wrong in it.
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './chromium.ts';
import { write, type Written } from './program.ts';

export { launch };

/** A browser and a report for the tests of a file, from the first to the last of them. */
export function together(study: object): { browser: Browser; written: Written } {
  const both = {} as { browser: Browser; written: Written };
  beforeAll(async () => {
    both.written = write(study);
    both.browser = await launch();
  });
  afterAll(async () => {
    await both.browser.close();
    both.written.remove();
  });
  return both;
}

export interface Opened {
  page: Page;
  problems: string[]; // errors and warnings so far
  requests: string[]; // what left the page
  close: () => Promise<void>;
}

/** Without motion, so that a scroll has ended when it is asked for. */
export async function open(browser: Browser, file: string, options: BrowserContextOptions = {}, hash = ''): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('crash', () => problems.push('the page crashed'));
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || requests.push(request.url()));
  if (options.offline) await context.route(/^(?!file:)/, (route) => route.abort());
  await page.goto(`${pathToFileURL(file)}${hash}`);
  return { page, problems, requests, close: () => context.close() };
}

/** The charts of the page, each drawn by scrolling to it. */
export async function drawn(page: Page): Promise<Locator[]> {
  const figures = await page.locator('figure:visible').all();
  for (const figure of figures) {
    await figure.locator('.plot').evaluate((plot) => plot.scrollIntoView({ block: 'center' }));
    await figure.locator('.plot > svg').waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
  return figures;
}

/** The caption of the table of the chosen problem. */
export function heading(page: Page): Promise<string> {
  return page.locator('#regret caption').innerText();
}
