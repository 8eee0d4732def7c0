// Whatever is in it, the page runs its own script only, talks to its own server only, and shows texts as texts.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { both, go, live, make, play, visit } from './dash_page.ts';

const kImage = '<img src=x onerror=alert(1)>';
const kScript = '"><script>alert(1)</script>';
const kId = "<b onclick='alert(1)'>&amp;{{7*7}}";

const tools = both(async (server) => {
  await make(server, { name: 'nasty', agent: 'banker-tinf', arms: [kImage, kScript, 'javascript:alert(1)'] });
  await play(server, 'nasty', 40, 4);
  await server.post('/v1/bandits/nasty/ask', { decision_id: kId });
});

/** Pages, and what is in them once their data have come. */
const kRoutes: [string, (main: Locator) => Locator][] = [
  ['#/', (main) => main.getByRole('link', { name: 'nasty', exact: true })],
  ['#/new', (main) => main.getByLabel('Arms')],
  ['#/b/nasty', (main) => main.getByRole('link', { name: kId, exact: true })],
  [`#/b/nasty/d/${encodeURIComponent(kId)}`, (main) => main.getByText('Round 41')],
  ['#/b/nasty/d/r1', (main) => main.locator('.statement table')],
  [`#/b/${encodeURIComponent(kImage)}`, (main) => main.getByText('There is no bandit')],
  ['#/b/nasty/d/none', (main) => main.locator('.empty')],
  ['#/no%zzwhere', (main) => main.getByText('There is no such page')],
];

/** Elements that texts would be if they were taken for HTML. */
const strays = (page: Page) => page.locator('img, b[onclick], body script:not([type="application/json"], [type=module]), iframe, [onerror]').count();

test('texts of the server are texts, everywhere', async () => {
  const { page, problems, requests, close } = await visit(tools.browser, tools.server, '#/b/nasty');
  await live(page);
  await page.getByRole('link', { name: kId, exact: true }).first().waitFor();
  await page.getByText(kImage, { exact: true }).first().waitFor({ state: 'attached' });
  expect(await strays(page)).toBe(0);
  for (const [hash, content] of kRoutes) {
    await go(page, hash);
    await content(page.locator('main')).first().waitFor();
    expect([hash, await strays(page)]).toEqual([hash, 0]);
  }
  expect(requests.filter((url) => !url.startsWith(`${tools.server.origin}/`))).toEqual([]);
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  await close();
});

test('a script that is put into the page does not run', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  const refused = await page.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'globalThis.ran = true';
    const box = document.createElement('div');
    document.body.append(script, box);
    box.innerHTML = '<img src="https://example.invalid/x" onerror="globalThis.ran = true"><p style="color: red" onclick="globalThis.ran = true">x</p>';
    box.querySelector('p')!.click();
    await fetch('https://example.invalid/').catch(() => {});
    const frame = document.createElement('iframe');
    frame.src = 'https://example.invalid/';
    box.append(frame);
    await new Promise<void>((done) => {
      const wait = (): void => void (new Set(seen).size >= 6 ? done() : setTimeout(wait, 10));
      wait();
    });
    return [...new Set(seen)].sort();
  });
  expect(refused).toEqual(expect.arrayContaining(['connect-src', 'frame-src', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-attr']));
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  await close();
});

test('the headers say it, too', async () => {
  const response = await tools.server.send('GET', '/');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'sha256-", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|\*|https?:|@/);
  const page = await response.text();
  expect(page).toContain(/script-src ('sha256-[^']+')/.exec(policy)![1]!);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-cache');
});
