// The page of a decision: who paid for it, and who spent what it gave back.
import { expect, test } from 'vitest';
import type { FullStatement } from '../../src/dash/wire.ts';
import { pretty } from '../../src/format.ts';
import { both, go, make, play, visit } from './dash_page.ts';

const tools = both(async (server) => {
  await make(server, { name: 'paid', agent: 'banker-tinf', arms: ['red', 'green'] });
  for (let i = 0; i < 5; i++) await play(server, 'paid', 10, 1);
});

test('a statement shows every payment, and its sum', async () => {
  const path = '/v1/bandits/paid/decisions';
  const { decisions } = await tools.server.get<{ decisions: { id: string; statement: { payments: unknown[] } }[] }>(`${path}?limit=200`);
  const several = decisions.filter(({ statement }) => statement.payments.length >= 2);
  expect(several.length).toBeGreaterThan(0);
  const { id } = several.at(-1)!;
  const { decision, spent } = await tools.server.get<FullStatement>(`${path}/${id}/statement`);
  const { scale, borrowed, from_pool, payments } = decision.statement!;
  expect(borrowed + from_pool + payments.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(scale, 9);

  const { page, problems, close } = await visit(tools.browser, tools.server, `#/b/paid/d/${id}`);
  const main = page.locator('main');
  const link = (round: number) => page.locator(`a[href="#/b/paid/d/r${round}"]`);
  const row = (round: number) => main.locator('tbody tr').filter({ has: link(round) });
  await main.getByRole('heading', { name: 'Bank statement' }).waitFor();
  await main.locator('details').evaluate((details: HTMLDetailsElement) => void (details.open = true));
  for (const { round, amount } of [...payments, ...spent]) {
    expect(await row(round).first().innerText()).toContain(pretty(amount, 5));
  }
  await main.getByText(`σ of ${pretty(scale, 4)}`).first().waitFor();

  // From who paid to what it gave back.
  await row(payments[0]!.round).getByRole('link').click();
  await page.waitForURL(new RegExp(`/d/r${payments[0]!.round}$`));
  await main.getByRole('heading', { name: `r${payments[0]!.round}`, exact: true }).waitFor(); // not the page before
  await main.locator('details').evaluate((details: HTMLDetailsElement) => void (details.open = true));
  await row(decision.round).first().waitFor();
  expect(problems).toEqual([]);

  await go(page, '#/b/paid/d/r10'); // has no outcome
  await main.getByText('open').first().waitFor();
  await close();
});
