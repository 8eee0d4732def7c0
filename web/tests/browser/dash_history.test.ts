// What a bandit did before the server was started again is on a page that is opened afterwards.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { History } from '../../src/dash/wire.ts';
import { whole } from '../../src/format.ts';
import { both, kSoon, live, make, visit, type Asked } from './dash_page.ts';

const tools = both((server) => make(server, { name: 'ads' }));
const kDay = 86_400;
const past = () => tools.server.get<History>('/v1/bandits/ads/history');

/** The probability of red at every moment that is in the journal. */
async function reds(): Promise<number[]> {
  return ((await past()).arms.find(({ arm }) => arm === 'red')?.probability ?? []) as number[];
}

/** Decisions, of which red ones are good, until so many more moments are in the journal, where one is kept every few seconds, and red won. */
async function playOn(moments: number): Promise<void> {
  const before = (await past()).at.length;
  await expect.poll(async () => {
    const { decisions } = await tools.server.post<{ decisions: Asked[] }>('/v1/bandits/ads/ask', { count: 10 });
    await tools.server.post('/v1/bandits/ads/tell', { outcomes: decisions.map(({ id, arm }) => ({ id, loss: arm === 'red' ? 0.1 : 0.9 })) });
    const found = await reds();
    return found.length >= before + moments && found.at(-1)! > found[0]! + 0.3 && found.at(-1)! > 0.8 * Math.max(...found);
  }, kSoon).toBe(true);
}

/** What the chart says at one of its ends: the time, as seconds of the day, and the share of red. */
async function endOf(plot: Locator, key: 'Home' | 'End'): Promise<{ at: number; red: number }> {
  await plot.press(key);
  const text = await plot.locator('xpath=..').locator('.reading').innerText();
  const [hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text)!.slice(1).map(Number) as [number, number, number];
  await plot.blur();
  return { at: 3600 * hours + 60 * minutes + seconds, red: Number(/red\s+[<>]?\s*([\d.]+) %/.exec(text)?.[1] ?? NaN) / 100 };
}

/** Seconds from one time of the day to another, less than half a day away. */
function between(from: number, to: number): number {
  return ((to - from + 1.5 * kDay) % kDay) - kDay / 2;
}
const ofDay = (at: Date): number => 3600 * at.getHours() + 60 * at.getMinutes() + at.getSeconds();

test('the chart of who is chosen begins before the server was started again, once and twice', async () => {
  for (const end of ['halt', 'kill'] as const) {
    await playOn(3);
    const { told } = await tools.server.get<{ told: number }>('/v1/bandits/ads');
    const { at } = await past();
    const found = await reds();
    const [low, high] = [found[0]!, Math.max(...found)];
    await tools.server[end]();
    const away = ofDay(new Date());
    await tools.server.restart();
    expect((await past()).at.slice(0, at.length)).toEqual(at); // and perhaps one of the end

    const { page, problems, close } = await visit(tools.browser, tools.server, '#/b/ads?range=all');
    await live(page);
    const plot = page.locator('#chosen .plot');
    await plot.locator('svg').waitFor();
    // Once the past has come. The first stop is the end of a bin, of which there are hundreds, none shorter than a second: so it is less than half
    // of the way to the second moment, wherever red was then.
    await expect.poll(async () => (await endOf(plot, 'Home')).red, kSoon).toBeLessThan((low + high) / 2);
    const [first, last] = [await endOf(plot, 'Home'), await endOf(plot, 'End')];
    expect(first.red).toBeGreaterThan(Math.min(low, found[1]!) - 0.01);
    expect(last.red).toBeGreaterThan((low + high) / 2);
    expect(between(first.at, away)).toBeGreaterThan(5);
    expect(between(away, last.at)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(between(ofDay(new Date(at[0]!)), first.at))).toBeLessThanOrEqual(2 + between(first.at, last.at) / 100);
    await page.locator(`#outcomes .plot[aria-label*="all ${whole(told)} outcomes"]`).waitFor();
    expect(problems).toEqual([]);
    await close();
  }
});
