// What the dashboard explains can be read by everybody: without a pointer that rests somewhere, and without good eyes.
import { expect, test } from 'vitest';
import { drawn } from './browser.ts';
import { both, go, kSoon, live, make, play, visit } from './dash_page.ts';

const tools = both(async (server) => {
  await make(server, { name: 'full', max_open: 20 });
  await server.post('/v1/bandits/full/ask', { count: 19 });
  await make(server, { name: 'young' });
  await server.post('/v1/bandits/young/ask', { count: 2 });
  await make(server, { name: 'told' });
  await play(server, 'told', 30, 3);
  await make(server, { name: 'body', agent: 'banker-bolo', arms: undefined, body: { type: 'ball', dimension: 2, radius: 1 } });
  await server.post('/v1/bandits/body/ask', { count: 5 });
});

test('why a bandit is not well is said on its page and in the list', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/full');
  await live(page);
  await page.getByText('95 % of max_open, 20 decisions, are open: beyond it asks are refused.', { exact: true }).waitFor();
  await go(page, '#/');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'full', exact: true }) });
  await row.getByText('95 % of max_open', { exact: true }).waitFor();
  await close();
});

test('columns and words of the list are explained to a keyboard and to a finger', async () => {
  const { page, close } = await visit(tools.browser, tools.server);
  const help = page.getByText('What the columns and the words of health mean');
  await help.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Beyond max_open asks are refused.').waitFor();
  const terms = await page.locator('.help-list dt').allInnerTexts();
  const heads = (await page.locator('thead th').allInnerTexts()).map((head) => head.trim());
  expect(terms).toEqual(expect.arrayContaining([...heads.filter((head) => head !== 'Bandit'), 'ok', 'idle', 'paused', 'stale', 'no outcomes', 'full']));
  await close();
});

test('the certificate: nothing before the first outcome, and when it says nothing that is said', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/young');
  await live(page);
  const heading = page.getByRole('heading', { name: /^Certificate: / });
  const figure = page.locator('figure').filter({ has: heading });
  await heading.scrollIntoViewIfNeeded();
  await expect.poll(() => heading.innerText(), kSoon).toBe('Certificate: nothing told yet');
  await tools.server.post('/v1/bandits/young/decisions/r1/tell', { loss: 1 });
  await expect.poll(() => heading.innerText(), kSoon).toMatch(/^Certificate: [\d.]+$/);
  await figure.getByText('It says nothing yet: no regret of 2 decisions can be larger than 2.').waitFor();
  await close();
});

test('the axes of the bank begin at 0', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/told');
  await live(page);
  await drawn(page);
  for (const heading of [/^Scale σ: /, /^Total invested: /, /^Certificate: /]) {
    const figure = page.locator('figure').filter({ has: page.getByRole('heading', { name: heading }) });
    expect(await figure.locator('svg text').allTextContents(), String(heading)).toContain('0');
  }
  await close();
});

test('counted outcomes, and where the point begins, are explained', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/told');
  await live(page);
  await page.getByText('Counted: outcomes that were told and count, and silence where it counts as one.', { exact: true }).waitFor();
  await go(page, '#/b/body');
  await live(page);
  await page.getByText('It begins when this page was opened: the journal keeps no points.').waitFor();
  await close();
});

test('every button that saves a chart says which', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/told');
  await live(page);
  await drawn(page);
  const names = await page.locator('.files button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^(SVG|PNG) of told: \S/.test(name))).toEqual([]); // what can be seen comes first
  await close();
});

test('pausing is not said to expire anything, and old is what some are', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/b/told');
  await live(page);
  await page.getByRole('button', { name: 'Pause …', exact: true }).click();
  await page.getByRole('dialog').getByText('Outcomes are still taken, and open decisions still expire as before.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Expire old …', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const age = dialog.getByLabel('Older than');
  expect(Number(await age.inputValue()) * ({ s: 1, min: 60 } as Record<string, number>)[await dialog.getByLabel('Unit').inputValue()]!).toBeLessThan(3600);
  await age.fill('0');
  await dialog.getByText('Now that is 3 of 3.', { exact: true }).waitFor();
  await dialog.getByLabel('Unit').selectOption('d');
  await age.fill('2');
  await dialog.getByText('None is that old now.', { exact: true }).waitFor();
  await close();
});

test('what is pressed differs by more than bold letters', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await visit(tools.browser, tools.server, '#/b/told', { colorScheme });
    await live(page);
    const found = await page.locator('.tabs [aria-pressed=true]').evaluateAll((all) => all.map((pressed) => {
      const light = (color: string): number => {
        const [red, green, blue] = color.match(/[\d.]+/g)!.slice(0, 3).map((part) => Number(part) / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
      };
      const ring = /rgb[^)]*\)/.exec(getComputedStyle(pressed).boxShadow)?.[0] ?? 'rgb(0 0 0)';
      const [low, high] = [light(ring), light(getComputedStyle(pressed.parentElement!).backgroundColor)].sort((a, b) => a - b);
      return (high! + 0.05) / (low! + 0.05);
    }));
    expect(found.length).toBeGreaterThan(2);
    expect(Math.min(...found), colorScheme).toBeGreaterThan(3);
    await close();
  }
});

test('the word beside the mark of the line stands in the middle, also while it connects', async () => {
  const { page, close } = await visit(tools.browser, tools.server, '#/new');
  await page.route('**/v1/live**', () => {}); // no answer comes
  await go(page, '#/');
  const word = page.getByRole('status').filter({ hasText: /^connecting$/ });
  await word.waitFor();
  const [own, tool] = [(await word.boundingBox())!, (await page.locator('.masthead .tool:visible').boundingBox())!];
  expect(Math.abs(own.y + own.height / 2 - tool.y - tool.height / 2)).toBeLessThan(1.5);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
});
