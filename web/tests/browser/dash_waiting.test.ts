// The lists of decisions stand still under a reader, and say no more than they know.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { both, go, kSoon, live, make, visit, type Asked } from './dash_page.ts';

const kName = 'W'.repeat(200);
const tools = both(async (server) => {
  await make(server, { name: 'paid', arms: [kName, 'short'] });
  await server.post('/v1/bandits/paid/ask', { count: 2 });
  await make(server, { name: 'plain', agent: 'delayed-thompson' });
  await server.post('/v1/bandits/plain/ask', { count: 2 });
  await make(server, { name: 'body', agent: 'banker-bolo', arms: undefined, body: { type: 'box', lower: [-1, -1, -1], upper: [1, 1, 1] } });
  await server.post('/v1/bandits/body/ask', { count: 3 });
});

const waiting = (page: Page): Locator => page.locator('section.waiting');
const row = (page: Page, id: string): Locator => waiting(page).locator('tbody tr').filter({ has: page.getByRole('link', { name: id, exact: true }) });
const ids = (page: Page): Promise<string[]> => waiting(page).locator('tbody .id').allInnerTexts();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
const rounds = (first: number, last: number): string[] => Array.from({ length: last - first + 1 }, (_, i) => `r${first + i}`);
const tell = (bandit: string, told: readonly string[]) =>
  tools.server.post(`/v1/bandits/${bandit}/tell`, { outcomes: told.map((id) => ({ id, loss: 0.5 })) });

/** A bandit with so many open decisions, r1 and so on, and its page with the first eight. */
async function open(bandit: string, count: number): Promise<Page> {
  await make(tools.server, { name: bandit });
  await tools.server.post(`/v1/bandits/${bandit}/ask`, { count });
  const { page } = await visit(tools.browser, tools.server, `#/b/${bandit}`);
  await live(page);
  await expect.poll(() => ids(page), kSoon).toEqual(rounds(1, 8));
  await waiting(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return page;
}

test('a button stays that of the decision whose button it was', async () => {
  const page = await open('focus', 14);
  await row(page, 'r3').getByRole('button', { name: 'Drop r3' }).focus();
  await tell('focus', ['r1', 'r3']);
  for (const id of ['r1', 'r3']) await row(page, id).getByText('settled').waitFor();
  await expect.poll(() => waiting(page).locator('.note').innerText(), kSoon).toBe('Held while you are here; 2 closed meanwhile.');
  expect(await ids(page)).toEqual(rounds(1, 8)); // they stand still
  expect(await focused(page)).toBe('Drop r3: it is settled already');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await row(page, 'r3').getByRole('button').first().getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('heading', { name: 'Waiting longest' }).focus();
  await expect.poll(() => ids(page), kSoon).toEqual(['r2', ...rounds(4, 10)]);
  await page.context().close();
});

test('a question that is answered closes the decision it was about, and the focus stays there', async () => {
  const page = await open('ask', 12);
  await row(page, 'r2').getByRole('button', { name: 'Drop r2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tell('ask', ['r1', 'r4']); // meanwhile
  await row(page, 'r4').getByText('settled').waitFor();
  await page.getByRole('button', { name: 'Drop it' }).press('Enter');
  await row(page, 'r2').getByText('dropped').waitFor();
  expect(await focused(page)).toBe('Drop r2: it is dropped already');
  expect(await ids(page)).toEqual(rounds(1, 8));
  await page.context().close();
});

test('rows under a pointer stand still', async () => {
  const page = await open('over', 12);
  await row(page, 'r5').hover();
  await tell('over', rounds(1, 4));
  await row(page, 'r4').getByText('settled').waitFor();
  await expect.poll(() => waiting(page).locator('.note').innerText(), kSoon).toContain('4 closed meanwhile');
  expect(await ids(page)).toEqual(rounds(1, 8));
  await page.mouse.move(2, 2);
  await expect.poll(() => ids(page), kSoon).toEqual(rounds(5, 12));
  await page.context().close();
});

test('what is below stays where it is when rows go', async () => {
  const page = await open('room', 20);
  const high = (): Promise<number> => waiting(page).evaluate((element) => element.getBoundingClientRect().height);
  const before = await high();
  await tell('room', rounds(1, 19));
  await expect.poll(() => ids(page), kSoon).toEqual(['r20']);
  expect(await high()).toBe(before);
  await tell('room', ['r20']);
  await waiting(page).getByText('Nothing is open.').waitFor();
  expect(await high()).toBe(before);
  await page.context().close();
});

test('how many are open, how old the oldest is and which are listed agree', async () => {
  const page = await open('agree', 30);
  await page.evaluate(() => {
    const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
    const seen: string[] = ((globalThis as { seen?: string[] }).seen = []);
    const look = (): void => {
      const figures = [...document.querySelectorAll('.bandit-head .figures > div')].map((one) => one.textContent ?? '');
      const [, open, oldest] = /Open\s*([\d,]+)\s*oldest (.*)/.exec(figures.find((words) => words.startsWith('Open')) ?? '') ?? [];
      const first = text('.waiting tbody tr:not(.ended) .age').replace('\u00a0', ' ');
      const note = text('.waiting .note');
      if (note.includes(' of ') && note !== `The first 8 of ${open}.`) seen.push(`${open} and "${note}"`);
      if (first !== '' && !document.querySelector('.waiting tr.ended') && oldest !== first && oldest !== 'just now') seen.push(`${oldest} and ${first}`);
    };
    new MutationObserver(look).observe(document.querySelector('main')!, { childList: true, characterData: true, subtree: true });
  });
  for (let i = 1; i <= 10; i++) {
    await tell('agree', [`r${2 * i - 1}`, `r${2 * i}`]);
    await waiting(page).getByText(`The first 8 of ${30 - 2 * i}.`).waitFor();
  }
  expect(await page.evaluate(() => (globalThis as { seen?: string[] }).seen)).toEqual([]);
  await page.context().close();
});

test('there is no column for a bank that is not there, and nothing older than the first', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/plain');
  const latest = page.getByRole('region', { name: 'Latest decisions' });
  await latest.getByRole('link', { name: 'r1', exact: true }).waitFor();
  expect(await latest.getByRole('columnheader', { name: 'paid by' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Older' }).count()).toBe(0);
  await go(page, '#/b/paid');
  await latest.getByRole('link', { name: 'r1', exact: true }).waitFor();
  expect(await latest.getByRole('columnheader', { name: 'paid by' }).count()).toBe(1);
  const { decisions } = await tools.server.post<{ decisions: Asked[] }>('/v1/bandits/paid/ask', { count: 60 });
  await latest.getByRole('link', { name: decisions.at(-1)!.id, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await latest.getByRole('link', { name: 'r1', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Older' }).count()).toBe(0);
  await close();
});

test('a point can be read on a phone', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/body', { viewport: { width: 390, height: 844 } });
  const points = page.locator('.played > span');
  await expect.poll(() => points.count(), kSoon).toBe(6); // in both lists
  for (const point of await points.all()) {
    expect(await point.innerText()).toMatch(/^\((-?[\d.]+,\s){2}-?[\d.]+\)$/);
    expect(await point.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true); // nothing is cut
  }
  await close();
});

test('a decision that is not there has a way back', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/paid/d/nosuch');
  await page.getByRole('heading', { name: 'There is no decision nosuch' }).waitFor();
  await page.getByRole('link', { name: 'To paid' }).click();
  await live(page);
  await close();
});

test('a very long name is cut, and all of it can be read', async () => {
  const { decisions } = await tools.server.get<{ decisions: Asked[] }>('/v1/bandits/paid/decisions?limit=50');
  const { id } = decisions.find(({ arm }) => arm === kName)!;
  const { page, close } = await visit(tools.browser, tools.server, `#/b/paid/d/${id}`, { viewport: { width: 390, height: 844 } });
  const figures = page.locator('.decision .figures');
  const more = figures.getByRole('button', { name: 'Show all of it' });
  await more.waitFor();
  const high = async (): Promise<number> => (await figures.boundingBox())!.height;
  expect(await high()).toBeLessThan(400);
  await more.click();
  expect(await high()).toBeGreaterThan(400);
  await close();
});
