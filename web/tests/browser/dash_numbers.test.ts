// What the charts of a bandit say in words is what the server says in numbers.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { binWords } from '../../src/chart/bins.ts';
import { durationShort } from '../../src/chart/time.ts';
import { delayWords } from '../../src/dash/bandit_waits.ts';
import { pretty, whole } from '../../src/format.ts';
import type { State } from '../../src/dash/wire.ts';
import { both, go, kSoon, live, make, play, visit } from './dash_page.ts';
import { events } from './server.ts';

const kAgents = ['banker', 'banker-tinf', 'banker-scale-free'] as const;
const kOpen = 7;

const tools = both(async (server) => {
  for (const agent of kAgents) {
    await make(server, { name: agent, agent, expire_after: 7200 });
    for (let i = 0; i < 4; i++) await play(server, agent, 20); // every one borrows, and pays back
    await play(server, agent, 30, kOpen);
  }
});

/** The first event of a stream of its own. */
async function stateOf(bandit: string): Promise<State> {
  let found: State | null = null;
  await events(tools.server, `/v1/live?bandit=${bandit}`, (kind, data) => {
    if (kind === 'state') found = data as State;
    return found !== null;
  });
  return found!;
}

/** The chart with this heading, drawn. */
async function chart(page: Page, heading: RegExp): Promise<Locator> {
  const plot = page.locator('figure').filter({ has: page.getByRole('heading', { name: heading }) }).locator('.plot');
  await plot.scrollIntoViewIfNeeded();
  await plot.locator('svg').waitFor();
  return plot;
}
const words = async (plot: Locator): Promise<string> => (await plot.getAttribute('aria-label')) ?? '';

/** What the box beside a chart says of the stop where the reader stands. It stays when the chart is drawn anew. */
function reading(plot: Locator): Promise<string> {
  return plot.locator('xpath=..').locator('.reading').evaluate((box) => {
    const lines = [...box.querySelectorAll('li')].map((line) => `${line.querySelector('span')!.textContent} ${line.querySelector('b')!.textContent}`);
    return [box.querySelector('.label')!.textContent, ...lines].join(', ');
  });
}

/** At every stop, from the first to the last. */
async function readings(plot: Locator): Promise<string[]> {
  const found: string[] = [];
  for (let key = 'Home'; ; key = 'ArrowRight') {
    await plot.press(key);
    const now = await reading(plot);
    if (now === found.at(-1)) break;
    found.push(now);
  }
  await plot.blur();
  return found;
}

/** Of a histogram: how many there are in which bin, of those that have any. */
async function binsOf(plot: Locator): Promise<[string, number][]> {
  const each = (await readings(plot)).map((text): [string, number] => [text.split(', ')[0]!, Number(/, (\d+) (?:outcome|decision)s? /.exec(text)![1])]);
  return each.filter(([, count]) => count > 0);
}
const filled = (edges: number[], counts: number[]): [string, number][] =>
  counts.map((count, i): [string, number] => [binWords(edges, i), count]).filter(([, count]) => count > 0);

test.each(kAgents)('%s: delays, ages, scale, what is invested and the certificate', async (name) => {
  const { page, problems, close } = await visit(tools.browser, tools.server, `#/b/${name}`);
  await live(page);
  const state = await stateOf(name);

  // Delays: every bin, and the sentence.
  expect(state.delays.reduce((sum, count) => sum + count)).toBe(110 - kOpen);
  const delays = await chart(page, /^From the decision to its outcome$/);
  expect(await words(delays)).toContain(delayWords(state));
  expect(await binsOf(delays)).toEqual(filled(state.edges, state.delays));

  // The bank: figures in the headings, and where the curves end.
  const { scale, total_invested, certificate } = await tools.server.get<State>(`/v1/bandits/${name}`);
  for (const [title, value] of [['Scale σ', scale], ['Total invested', total_invested], ['Certificate', certificate]] as const) {
    expect(value).toBeGreaterThan(0);
    const plot = await chart(page, new RegExp(`^${title}: `));
    expect(await words(plot)).toContain(`${title}: ${pretty(value!, 4)}.`);
    await plot.press('End');
    const end = Number(/ (\S+)$/.exec(await reading(plot))![1]);
    expect(Math.abs(end / value! - 1)).toBeLessThan(0.01);
  }
  const [borrowed, others] = await Promise.all([total(name), Promise.all(kAgents.map((one) => stateOf(one)))]);
  expect(borrowed / total_invested!).toBeCloseTo(1, 6);
  expect(new Set(others.map((one) => one.certificate)).size).toBe(kAgents.length); // not the figures of another one
  expect(problems).toEqual([]);
  await close();
});

/** What all decisions of a bandit borrowed, by their statements. */
async function total(name: string): Promise<number> {
  const { decisions } = await tools.server.get<{ decisions: { statement: { borrowed: number } }[] }>(`/v1/bandits/${name}/decisions?limit=200`);
  expect(decisions).toHaveLength(110);
  return decisions.reduce((sum, { statement }) => sum + statement.borrowed, 0);
}

test('how many are open, and how old they are, as time goes by', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/banker');
  await live(page);
  const open = await chart(page, /^Open decisions over time$/);
  expect(await words(open)).toContain(`${kOpen} decisions are open now`);
  const ages = await chart(page, /^How old they are$/);
  // Both grow older, and the page is told once a second. The bin of all of them, where both agree:
  const agreed = async (): Promise<string | null> => {
    const [said, found] = [await words(ages), await binsOf(ages)];
    const state = await stateOf('banker');
    const bin = state.ages.findIndex((count) => count > 0);
    const since = durationShort(state.edges[bin - 1] ?? 0);
    expect(state.ages.reduce((sum, count) => sum + count)).toBe(kOpen);
    const same = JSON.stringify(found) === JSON.stringify(filled(state.edges, state.ages));
    return same && found.length === 1 && new RegExp(`All have waited for ${since} or longer, the oldest for \\d.* They expire after 2 h`).test(said) ? found[0]![0] : null;
  };
  const seen = new Set<string>();
  await expect.poll(async () => {
    const bin = await agreed();
    if (bin !== null) seen.add(bin);
    return seen.size;
  }, kSoon).toBe(2);
  await close();
});

test('decisions beyond their time are open, but do not count towards the most that may be', async () => {
  await make(tools.server, { name: 'lapsing', expire_after: 0.001, late: 'accept', max_open: 50 });
  await tools.server.post('/v1/bandits/lapsing/ask', { count: 5 });
  const { page, close } = await visit(tools.browser, tools.server);
  await expect.poll(async () => (await stateOf('lapsing')).lapsed, kSoon).toBe(5);
  await go(page, '#/b/lapsing');
  await live(page);
  const plot = await chart(page, /^Open decisions over time$/);
  await expect.poll(() => words(plot), kSoon).toContain('5 decisions are open now');
  await page.getByText(`0 of ${whole(50)} that may be open at once.`, { exact: true }).waitFor();
  await close();
});
