// The dashboard of a server in Chromium, and what went wrong in it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { kPatience, kSoon, launch } from './chromium.ts';
import { Server } from './server.ts';

export { kSoon };

export interface Both {
  browser: Browser;
  server: Server;
}

/** A browser and a server for the tests of a file, from the first to the last of them. */
export function both(fill: (server: Server) => Promise<void> = async () => {}): Both {
  const tools = {} as Both;
  beforeAll(async () => {
    tools.server = await Server.start();
    tools.browser = await launch();
    await fill(tools.server);
  });
  afterAll(async () => {
    await tools.browser?.close();
    await tools.server?.stop();
  });
  return tools;
}

export interface Visited {
  page: Page;
  context: BrowserContext;
  problems: string[]; // errors and warnings of the console, refusals of the page's policy
  requests: string[]; // of the page, but for data: and blob:
  loads: number; // of documents: a reload is one more
  close: () => Promise<void>;
}

export async function visit(browser: Browser, server: Server, hash = '#/', options: BrowserContextOptions = {}): Promise<Visited> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(kPatience);
  await context.addInitScript(remember);
  const visited: Visited = { page: await context.newPage(), context, problems: [], requests: [], loads: 0, close: () => context.close() };
  const { page, problems, requests } = visited;
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('crash', () => problems.push('the page crashed'));
  page.on('dialog', (dialog) => {
    problems.push(`a dialog of the browser: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || requests.push(request.url()));
  page.on('load', () => void visited.loads++);
  await page.goto(`${server.origin}/${hash}`);
  await page.locator('main h1').first().waitFor();
  return visited;
}

/** Keeps what toasts say: they go by themselves, perhaps before anybody looks. Runs in the page. */
function remember(): void {
  const said: string[] = ((globalThis as { said?: string[] }).said = []);
  const look = (changes: MutationRecord[]): void => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.matches('.toast')) said.push(node.textContent ?? '');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** A toast said this, since the page was opened. */
export async function toast(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => (globalThis as { said?: string[] }).said!.join('\n')), kSoon).toContain(text);
}

/** Another page of the same document: it is there when this ends, not the one before. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => new Promise<void>((done) => {
    const before = location.href;
    addEventListener('hashchange', () => done(), { once: true }); // after the page itself was told
    location.hash = to;
    if (location.href === before) done();
  }), hash);
  await page.locator('main h1').first().waitFor();
}

/** The page of a bandit is there, and follows it. */
export async function live(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pause …|Resume)$/ }).waitFor();
  await page.getByRole('status').filter({ hasText: /^live$/ }).waitFor();
}

export interface Asked {
  id: string;
  round: number;
  arm: string | number;
}

/** So many decisions, told; the best arm is the first. */
export async function play(server: Server, bandit: string, rounds: number, open = 0): Promise<Asked[]> {
  const path = `/v1/bandits/${bandit}`;
  const { decisions } = await server.post<{ decisions: Asked[] }>(`${path}/ask`, { count: rounds });
  const first = decisions[0]!.arm;
  const outcomes = decisions.slice(0, rounds - open).map(({ id, arm, round }) => ({ id, loss: (arm === first ? 0.2 : 0.7) + (round % 7) / 70 }));
  if (outcomes.length > 0) await server.post(`${path}/tell`, { outcomes });
  return decisions;
}

export async function make(server: Server, spec: Record<string, unknown>): Promise<void> {
  await server.post('/v1/bandits', { agent: 'banker', arms: ['red', 'green', 'blue'], seed: 7, ...spec });
}
