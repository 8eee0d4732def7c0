// A page in Chromium, and what went wrong in it.
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { kPatience } from './chromium.ts';

export interface Opened {
  page: Page;
  problems: string[]; // errors and warnings so far
  requests: string[]; // what left the page
  close: () => Promise<void>;
}

/** Without motion, so that a scroll has ended when it is asked for. */
export async function open(browser: Browser, file: string, options: BrowserContextOptions = {}, hash = ''): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
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
