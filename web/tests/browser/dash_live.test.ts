// What happens on the server is on the page without a reload, and what is pressed on the page happens on the server.
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { percent } from '../../src/dash/span.ts';
import { both, go, kSoon, live, make, play, toast as toastOf, visit, type Visited } from './dash_page.ts';

const tools = both();
let visited: Visited;
let page: Page;
let excused: RegExp | null; // what the browser may say, or not
beforeEach(async () => {
  excused = null;
  visited = await visit(tools.browser, tools.server);
  page = visited.page;
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(visited.problems.filter((problem) => !excused?.test(problem))).toEqual([]);
  expect(visited.loads).toBe(1);
  await visited.close();
});

const latest = (): Locator => page.getByRole('region', { name: 'Latest decisions' });
const decision = (id: string): Locator => latest().locator('tbody tr').filter({ has: page.getByRole('link', { name: id, exact: true }) });
const status = async (bandit: string, id: string) => (await tools.server.get<{ status: string }>(`/v1/bandits/${bandit}/decisions/${id}`)).status;
const toast = (text: string): Promise<void> => toastOf(page, text);
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const kUnderWay = /status of 404/; // a list that was asked for just before its bandit was deleted

/** Waits for the browser's own word on what a test brought about, and takes it away. */
async function forgive(what: RegExp): Promise<void> {
  await expect.poll(() => visited.problems.some((problem) => what.test(problem)), kSoon).toBe(true);
  for (let at; (at = visited.problems.findIndex((problem) => what.test(problem))) >= 0; ) visited.problems.splice(at, 1);
}

/** All that is drawn in a chart, once it is there. */
async function curves(section: string): Promise<string> {
  const plot = page.locator(`${section} .plot`).first();
  await plot.scrollIntoViewIfNeeded();
  await plot.locator('svg').waitFor();
  return plot.evaluate((element) => [...element.querySelectorAll('path')].map((path) => path.getAttribute('d')).join('\n'));
}
const words = (section: string) => page.locator(`${section} .plot`).first().getAttribute('aria-label');

test('a bandit that the form makes is there, and so is its page', async () => {
  await page.getByRole('link', { name: 'New bandit' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('made here');
  await page.getByLabel('Arms').fill('red\ngreen\nblue');
  await press('Create');
  await page.getByLabel('Name', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor(); // no spaces in a name
  const { bandits } = await tools.server.get<{ bandits: { name: string }[] }>('/v1/bandits');
  expect(bandits.filter(({ name }) => name.startsWith('made'))).toEqual([]);

  await page.getByLabel('Name', { exact: true }).fill('made-here');
  await press('Create');
  await page.waitForURL(/#\/b\/made-here$/);
  await live(page);
  expect(await page.locator('main h1').innerText()).toContain('made-here');
  const { spec } = await tools.server.get<{ spec: Record<string, unknown> }>('/v1/bandits/made-here');
  expect(spec).toMatchObject({ agent: 'banker', arms: ['red', 'green', 'blue'] });

  // Again under the same name: what the server says stands there.
  await go(page, '#/new');
  await page.getByLabel('Name', { exact: true }).fill('made-here');
  await page.getByLabel('Arms').fill('2');
  await press('Create');
  await page.getByRole('alert').filter({ hasText: 'made-here' }).waitFor();
  await forgive(/409/);
});

test('decisions appear, and outcomes move curves and figures', async () => {
  await make(tools.server, { name: 'ads' });
  await go(page, '#/b/ads');
  await live(page);
  await tools.server.post('/v1/bandits/ads/ask', { decision_id: 'visit 1' });
  await decision('visit 1').getByText('open').waitFor();

  await play(tools.server, 'ads', 30);
  await expect.poll(() => words('#outcomes'), kSoon).toContain('all 30 outcomes');
  const before = [await curves('#chosen'), await curves('#outcomes')];
  const said = await words('#chosen');

  const told = await tools.server.get<{ told: number; loss: number }>('/v1/bandits/ads');
  await tools.server.post('/v1/bandits/ads/decisions/visit%201/tell', { loss: 1 });
  await decision('visit 1').getByText('settled').waitFor();
  await expect.poll(() => words('#outcomes'), kSoon).toContain('all 31 outcomes');
  const mean = ((told.loss + 1) / (told.told + 1)).toPrecision(3);
  expect(await words('#outcomes')).toContain(mean);
  await expect.poll(() => words('#chosen'), kSoon).not.toBe(said);
  const { probabilities } = await tools.server.get<{ probabilities: number[] }>('/v1/bandits/ads');
  await expect.poll(() => words('#chosen'), kSoon).toContain(`with ${percent(Math.max(...probabilities))}`);
  await expect.poll(async () => [await curves('#chosen'), await curves('#outcomes')].every((now, i) => now !== before[i]), kSoon).toBe(true);
  await expect.poll(() => page.locator('#outcomes table tbody').innerText(), kSoon).toMatch(/red|green|blue/);
});

test('named actions have names and colours, and move', async () => {
  await make(tools.server, { name: 'listed', agent: 'banker-bolo', arms: undefined, actions: { left: [1, 0], right: [0, 1], up: [0.5, 0.5] } });
  await play(tools.server, 'listed', 5);
  await go(page, '#/b/listed');
  await live(page);
  const before = await curves('#chosen');
  await play(tools.server, 'listed', 60);
  await expect.poll(() => curves('#chosen'), kSoon).not.toBe(before);
  const colours = page.locator('#outcomes tbody tr .square').evaluateAll((squares) => squares.map((one) => (one as HTMLElement).style.background));
  expect(new Set(await colours).size).toBe(3);
  for (const name of ['left', 'right', 'up']) await page.locator('#chosen .arm-key').getByText(name, { exact: true }).waitFor();
});

test('a list that is open follows: made, paused, deleted', async () => {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'follow', exact: true }) });
  await make(tools.server, { name: 'follow' });
  await row.waitFor();
  await play(tools.server, 'follow', 12);
  await row.getByText('12', { exact: true }).first().waitFor();
  await tools.server.post('/v1/bandits/follow/pause');
  await row.getByText('paused').waitFor();
  await tools.server.call('DELETE', '/v1/bandits/follow');
  await row.waitFor({ state: 'detached' });
});

test('paused, it refuses; resumed, it goes on', async () => {
  await make(tools.server, { name: 'halt' });
  await go(page, '#/b/halt');
  await live(page);
  await press('Pause …');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await tools.server.get('/v1/bandits/halt')).toMatchObject({ paused_at: null });
  await press('Pause …');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  expect((await tools.server.send('POST', '/v1/bandits/halt/ask')).status).toBe(409);
  await press('Resume');
  await page.getByRole('button', { name: 'Pause …', exact: true }).waitFor();
  expect((await tools.server.send('POST', '/v1/bandits/halt/ask')).status).toBe(200);
  await tools.server.post('/v1/bandits/halt/pause'); // by somebody else
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
});

/** A server whose agents have a rule more, and goes over to it. Runs in the page. */
function oneRuleMore(): void {
  const real = globalThis.fetch;
  const told: unknown[] = ((globalThis as { told?: unknown[] }).told = []);
  globalThis.fetch = async (path, given) => {
    if (given?.method === 'PATCH') {
      told.push([path, JSON.parse(given.body as string)]);
      return new Response('{}', { status: 200 });
    }
    const answer = await real(path, given);
    if (!String(path).startsWith('/v1/live?') || !answer.body) return answer;
    const [rule, newest] = [told.length > 0 ? 2 : 1, 2];
    const changed = (text: string): string => text.replace(/"rule":1,"newest_rule":1/g, `"rule":${rule},"newest_rule":${newest}`);
    const lines = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream<string, string>({
      transform: (text, out) => out.enqueue(changed(text)),
    }));
    return new Response(lines.pipeThrough(new TextEncoderStream()), { status: answer.status, headers: answer.headers });
  };
}

test('a newer rule is offered where there is one, and taken', async () => {
  await make(tools.server, { name: 'older' });
  await go(page, '#/b/older');
  await live(page);
  const offer = (of: Page) => of.getByRole('button', { name: 'Upgrade …', exact: true });
  expect(await offer(page).count()).toBe(0);
  const second = await visit(tools.browser, tools.server);
  const other = second.page;
  await other.addInitScript(oneRuleMore);
  await other.goto(`${tools.server.origin}/#/b/older`);
  await other.reload();
  await live(other);
  await other.getByText('banker by rule 1,').waitFor();
  await offer(other).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByText('rules only go forward').waitFor();
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await toastOf(other, 'older goes on by rule 2.');
  expect(await other.evaluate(() => (globalThis as { told?: unknown[] }).told)).toEqual([['/v1/bandits/older', { rule: 2 }]]);
  expect(second.problems).toEqual([]);
  await second.close();
});

test('decisions are dropped and expired by hand', async () => {
  await make(tools.server, { name: 'late', expire_after: 3600, on_expiry: { reward: 0 } });
  await play(tools.server, 'late', 6, 6);
  await go(page, '#/b/late');
  await live(page);
  const waiting = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Waiting longest' }) });
  await waiting.getByRole('button', { name: 'Drop r1' }).click();
  await page.keyboard.press('Escape'); // not yet
  expect(await status('late', 'r1')).toBe('open');
  await waiting.getByRole('button', { name: 'Drop r1' }).click();
  await press('Drop it');
  await toast('r1 is dropped');
  expect(await status('late', 'r1')).toBe('dropped');
  await decision('r1').getByText('dropped').waitFor();

  await waiting.getByRole('button', { name: 'Expire r2' }).click();
  await press('Expire it');
  await toast('r2 is expired');
  expect(await status('late', 'r2')).toBe('expired');
  await decision('r2').getByText('expired').waitFor();

  await press('Expire old …');
  await page.getByLabel('Older than').fill('0');
  await press('Expire them');
  await toast('4 decisions expired');
  await waiting.getByText('Nothing is open.').waitFor();
  expect(await tools.server.get('/v1/bandits/late')).toMatchObject({ open: 0, dropped: 1, expired: 5 });
});

test('an outcome is told by hand', async () => {
  await make(tools.server, { name: 'hand' });
  await play(tools.server, 'hand', 2, 2);
  await go(page, '#/b/hand/d/r2');
  await page.getByLabel('Its value').fill('0.25');
  await press('Tell');
  await toast('Told, and counted');
  expect(await status('hand', 'r2')).toBe('settled');
  await page.locator('main').getByText('settled').first().waitFor();
});

test('to delete a bandit its name must be typed; then it is gone', async () => {
  excused = kUnderWay;
  await make(tools.server, { name: 'gone' });
  await make(tools.server, { name: 'stays' });
  await play(tools.server, 'gone', 5, 2);
  await go(page, '#/b/gone');
  await live(page);
  const other = await visit(tools.browser, tools.server, '#/b/gone');
  await press('Delete …');
  const dialog = page.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: 'Delete', exact: true });
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('gon');
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('gone');
  await yes.click();
  await page.waitForURL(/#\/$/);
  await toast('gone is deleted');
  expect((await tools.server.send('GET', '/v1/bandits/gone')).status).toBe(404);
  await page.getByRole('link', { name: 'stays', exact: true }).waitFor();
  await page.getByRole('link', { name: 'gone', exact: true }).waitFor({ state: 'detached' });
  await other.page.locator('main').getByText(/deleted|no bandit|is gone/i).first().waitFor();
  await other.close();
});

test('what is under way cannot be cancelled, and what it was is said', async () => {
  excused = kUnderWay;
  await make(tools.server, { name: 'slow' });
  await go(page, '#/b/slow');
  await live(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v1/bandits/slow', async (route) => {
    if (route.request().method() === 'DELETE') await held;
    await route.continue();
  });
  await press('Delete …');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('slow');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled(), kSoon).toBe(true);
  await page.keyboard.press('Escape');
  release();
  await toast('slow is deleted');
  await page.waitForURL(/#\/$/);
});

test('Back closes a question', async () => {
  await make(tools.server, { name: 'asked' });
  await go(page, '#/b/asked');
  await live(page);
  await press('Delete …');
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'asked', exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a statement that could not be fetched at first comes when the server is back', async () => {
  await make(tools.server, { name: 'again', agent: 'banker-tinf' });
  await play(tools.server, 'again', 3);
  let away = true;
  await page.route('**/statement', (route) => (away ? route.abort() : route.continue()));
  await go(page, '#/b/again/d/r2');
  await page.locator('main').getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
  away = false;
  await play(tools.server, 'again', 1);
  await page.locator('main .statement table').first().waitFor();
  await forgive(/ERR_FAILED/);
});

test('a past that could not be fetched at first comes later', async () => {
  await make(tools.server, { name: 'past' });
  await play(tools.server, 'past', 30);
  let fetched = 0;
  await page.route('**/history', (route) => (++fetched === 1 ? route.abort() : route.continue()));
  await go(page, '#/b/past');
  await live(page);
  await toast('The past of past could not be fetched');
  await expect.poll(async () => {
    await play(tools.server, 'past', 1); // something to say
    return fetched;
  }, kSoon).toBeGreaterThan(1);
  await forgive(/ERR_FAILED/);
});
