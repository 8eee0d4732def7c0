// A server that wants a token: it is asked for, kept by the tab, and by nothing else.
import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeOf, kLanguages, missing, run } from './dash_code.ts';
import { both, go, kSoon, live, make, play, visit } from './dash_page.ts';

const tools = both(async (server) => {
  await make(server, { name: 'ads' });
  await play(server, 'ads', 20);
  server.secret = server.token('admin');
  while ((await fetch(`${server.origin}/v1/bandits`)).status !== 401) await setTimeout(50);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'This server wants a token' });

async function enter(page: Page, token: string): Promise<void> {
  await dialog(page).getByLabel('Token', { exact: true }).fill(token);
  await dialog(page).getByRole('button', { name: 'Go on' }).click();
}

const statusWith = async (token: string) => (await fetch(`${tools.server.origin}/v1/bandits`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** Where a token could be left. */
function kept(page: Page): Promise<{ session: string; local: string; cookies: string; address: string; state: string }> {
  return page.evaluate(() => ({
    session: JSON.stringify({ ...sessionStorage }),
    local: JSON.stringify({ ...localStorage }),
    cookies: document.cookie,
    address: location.href,
    state: JSON.stringify(history.state),
  }));
}

test('a wrong token is refused, the right one stays in the tab', async () => {
  const { page, context, problems, requests, close } = await visit(tools.browser, tools.server);
  await enter(page, 'not-a-token');
  await dialog(page).getByRole('alert').filter({ hasText: 'does not know this token' }).waitFor();
  await enter(page, tools.server.secret);
  await page.getByRole('link', { name: 'ads', exact: true }).waitFor();
  expect(await dialog(page).count()).toBe(0);

  const { session, ...others } = await kept(page);
  expect(session).toContain(tools.server.secret);
  expect(Object.values(others).join(' ')).not.toContain(tools.server.secret);

  await page.reload();
  await page.getByRole('link', { name: 'ads', exact: true }).waitFor();
  expect(await dialog(page).count()).toBe(0);
  expect(requests.filter((url) => url.includes(tools.server.secret))).toEqual([]);

  const other = await context.newPage();
  await other.goto(`${tools.server.origin}/#/b/ads`);
  await dialog(other).waitFor();
  await other.close();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await dialog(page).waitFor();
  expect((await kept(page)).session).not.toContain(tools.server.secret);
  expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
  await close();
});

test('a token that may only look is told so, and a revoked one asked for anew', async () => {
  const looks = tools.server.token('ask');
  const { page, problems, close } = await visit(tools.browser, tools.server, '#/b/ads');
  await dialog(page).waitFor();
  await expect.poll(() => statusWith(looks), kSoon).toBe(200);
  await enter(page, looks);
  await live(page);
  await page.getByRole('button', { name: 'Pause …', exact: true }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Pause ads?' });
  await question.getByRole('button', { name: 'Pause', exact: true }).click();
  await question.getByRole('alert').filter({ hasText: 'role admin' }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await tools.server.get('/v1/bandits/ads')).toMatchObject({ paused_at: null });

  const listed = await promisify(execFile)(process.env['BANKER_PROGRAM']!, ['token', '--data', tools.server.data, '--list']);
  const number = /^\s*(\d+)\s+ask\s/m.exec(listed.stdout)![1]!;
  await promisify(execFile)(process.env['BANKER_PROGRAM']!, ['token', '--data', tools.server.data, '--revoke', number]);
  await expect.poll(() => statusWith(looks), kSoon).toBe(401);
  await tools.server.post('/v1/bandits/ads/ask'); // the next thing that would be told on the stream
  await dialog(page).waitFor();
  // Who would rather not keeps what is there, and is told why it is not live.
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('status').filter({ hasText: 'nothing without a token' }).waitFor();
  await page.locator('#outcomes').waitFor();
  expect(await page.getByText('There is no bandit').count()).toBe(0);
  expect(problems.filter((problem) => !/40[13]|ERR_CONNECTION_RESET|ERR_INCOMPLETE/.test(problem))).toEqual([]);
  await close();
});

test('snippets take the token from the environment, and run', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/ads');
  await enter(page, tools.server.secret);
  await live(page);
  for (const [i, language] of kLanguages.entries()) {
    const code = await codeOf(page, language);
    expect(code).toContain('BANKER_TOKEN');
    expect(code).not.toContain(tools.server.secret);
    if ((await missing(language)) !== null) continue; // which is said by the tests of snippets
    await run(language, code, { BANKER_TOKEN: tools.server.secret });
    expect(await tools.server.get(`/v1/bandits/ads/decisions/visit-${4711 + i}`)).toMatchObject({ status: 'settled' });
  }
  await go(page, '#/new');
  await page.getByLabel('Name', { exact: true }).fill('x');
  expect(await page.locator('.preview pre').innerText()).toContain('$BANKER_TOKEN');
  await close();
});
