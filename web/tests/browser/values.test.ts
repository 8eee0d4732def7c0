// The numbers of the page are those of the files and of the command line, to the last digit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, open } from './browser.ts';
import type { Entry } from '../../src/wire.ts';
import { writing } from './program.ts';
import { kSuite } from './studies.ts';

interface Result {
  name: string;
  regret: { mean: number; stderr: number | null; worst: number };
  certificate: number | null;
  ns_per_round: number;
  share?: number;
}

interface Place {
  losses: string;
  delays: string;
  arms: number;
  rounds: number;
}

interface Results {
  cells: (Place & { agents: Result[] })[];
  scores: { agent: string; score: number; stderr: number; worst_cell: Place & { score: number } }[];
}

type Row = Record<string, string>;

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** The rows of a table, by the titles of its columns. */
function rows(page: Page, selector: string): Promise<Row[]> {
  return page.locator(selector).evaluate((table) => {
    const texts = (row: Element) => [...row.children].map((cell) => (cell.textContent ?? '').replace(/^tie(?=\d|-)/, ''));
    const titles = texts(table.querySelector('thead tr')!);
    return [...table.querySelectorAll('tbody tr')].map((row) => Object.fromEntries(texts(row).map((text, i) => [titles[i]!, text])));
  });
}

/** To so many decimals as C prints it: of the exact value of the double, ties to even. */
function printed(value: number, decimals: number): string {
  let [mantissa, denominator] = [Math.abs(value), 1n];
  for (; !Number.isInteger(mantissa); mantissa *= 2) denominator *= 2n;
  const numerator = BigInt(mantissa) * 10n ** BigInt(decimals);
  const [floor, twice] = [numerator / denominator, 2n * (numerator % denominator)];
  const up = twice > denominator || (twice === denominator && floor % 2n === 1n);
  const digits = String(floor + (up ? 1n : 0n)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${value < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

/** The text is the value, to the digits that it has. */
function expectPrinted(text: string, value: number | null): void {
  if (value === null) return expect(text).toBe('–');
  expect(text).toMatch(/^-?[\d,]+(\.\d+)?$/);
  expect(text).toBe(printed(value, text.split('.')[1]?.length ?? 0));
}

/** Of an agent behind the best, by how much. */
function expectBehind(text: string, { behind }: Entry, difference: number): void {
  if (difference === 0) return expect(text).toBe('–');
  const [mean, half] = text.split(' ± ');
  expect(behind!.mean).toBeCloseTo(difference, 9);
  expectPrinted(mean!, behind!.mean);
  expectPrinted(half!, behind!.half);
}

const describe = ({ losses, delays, arms, rounds }: Place) => `${losses}, delays ${delays}, ${arms} arms, ${printed(rounds, 0)} rounds`;

test('digits as C prints them', () => {
  const pairs: [number, number][] = [[0.125, 2], [0.375, 2], [2.5, 0], [1234567.5, 0], [-0.0625, 3], [1.005, 2], [1e15, 1]];
  expect(pairs.map((pair) => printed(...pair))).toEqual(['0.12', '0.38', '2', '1,234,568', '-0.062', '1.00', '1,000,000,000,000,000.0']);
});

test('the tables of a suite are its results', async () => {
  const written = await writing(kSuite);
  const { cells, scores } = written.results as Results;
  const lines = readFileSync(join(written.folder, 'results.csv'), 'utf8').trim().replaceAll('"', '').split('\n');
  const csv = lines.map((line) => line.split(','));
  const ranks = csv.slice(1).map((line) => line[csv[0]!.indexOf('rank')]);
  const { page, problems, close } = await open(browser, written.page);
  for (const [index, cell] of cells.entries()) {
    await page.locator('#problem select').selectOption(String(index));
    expect(await page.locator('#regret caption').innerText()).toContain(`${describe(cell)}. Regret: `);
    const table = await rows(page, '#regret table.sortable');
    const best = Math.min(...cell.agents.map(({ regret }) => regret.mean));
    expect(table.map((row) => row['agent']).sort()).toEqual(cell.agents.map(({ name }) => name).sort());
    for (const row of table) {
      const place = cell.agents.findIndex(({ name }) => name === row['agent']);
      const own = cell.agents[place]!;
      expectPrinted(row['regret']!, own.regret.mean);
      expectPrinted(row['± stderr']!, own.regret.stderr);
      expectPrinted(row['worst']!, own.regret.worst);
      expectPrinted(row['share']!, own.share!);
      expectPrinted(row['certificate']!, own.certificate);
      expectPrinted(row['ns/round']!, own.ns_per_round);
      expect(row['runs']).toBe('3');
      expect(row['rank']).toBe(ranks[index * cell.agents.length + place]);
      expectBehind(row['behind the best, ± 95 %']!, written.report.cells[index]!.agents[place]!, own.regret.mean - best);
    }
  }
  const table = await rows(page, '#problems table.sortable');
  expect(table.map((row) => row['agent'])).toEqual(scores.map(({ agent }) => agent));
  table.forEach((row, i) => {
    const { score, stderr, worst_cell: worst } = scores[i]!;
    expectPrinted(row['score']!, score);
    expectPrinted(row['± stderr']!, stderr);
    expectPrinted(row['worst share']!, worst.score);
    expect(row['worst on']).toBe(describe(worst));
  });
  expect(problems).toEqual([]);
  await close();
  written.remove();
});

test.each([3, 1])('the table of a problem with %i runs is that of the command line', async (runs) => {
  const agents = ['uniform', 'banker', 'banker-tinf', 'tsallis-inf', 'delayed-exp3'];
  const written = await writing({ agents, delays: 'geometric:50', arms: 5, rounds: 20_000, runs });
  const [head, ...lines] = written.table.split('\n').slice(2).map((line) => line.trim().split(/ {2,}/));
  const { page, close } = await open(browser, written.page);
  const table = await rows(page, '#regret table.sortable');
  const said = lines.slice(0, agents.length).map(([, ...cells]): Row =>
    Object.fromEntries(cells.map((cell, i) => [head![i], cell.replace(/^-$/, '–')])));
  const behind = runs > 1 ? 'behind the best, ± 95 %' : 'behind the best';
  // Of one run these say nothing, and the page leaves them out.
  const empty = runs > 1 ? [] : ['rank', '± stderr', 'worst'];
  const without = (row: Row, names: string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  expect(table.every((row) => behind in row)).toBe(true);
  expect(table.map((row) => without(row, [behind]))).toEqual(said.map((row) => without(row, empty)));
  if (runs === 1) for (const row of said) expect(empty.map((name) => row[name])).toEqual(['–', '–', row['regret']]);
  const [best, worst] = [said[0]!, said.at(-1)!].map((row) => `${row['agent']} with ${row['regret']}`);
  expect(await page.locator('#regret .plot').getAttribute('aria-label')).toContain(`from ${best} to ${worst} at the end`);
  await close();
  written.remove();
});
