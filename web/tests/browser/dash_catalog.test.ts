// The form of a new bandit has a field for all that the server's catalog speaks of, and no others.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Catalog, Parameter } from '../../src/dash/wire.ts';
import { both, go, kSoon, live, visit } from './dash_page.ts';

const tools = both();

/** What a reader sees and hears of a field. */
interface Seen {
  label: string;
  help: string;
  shown: boolean;
  kind: string; // "number", "select-one", …
  min: string | null;
  max: string | null;
  placeholders: string[]; // of all controls beside each other
  options: string[]; // their values; '': the default
  checked: boolean;
}

/** By key. Runs in the page. */
function fields(): Record<string, Seen> {
  const all = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('form [id^=field-][name]')];
  return Object.fromEntries(all.map((control) => {
    const described = (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
    const field = control.closest('.field')!;
    return [control.name, {
      label: control.labels?.[0]?.textContent ?? '',
      help: described.map((one) => one?.textContent ?? '').join(' ').trim(),
      shown: control.checkVisibility(),
      kind: control.type,
      min: control.getAttribute('min'),
      max: control.getAttribute('max'),
      placeholders: [...field.querySelectorAll('input, textarea')].map((one) => one.getAttribute('placeholder') ?? ''),
      options: control instanceof HTMLSelectElement ? [...control.options].map(({ value }) => value) : [],
      checked: control instanceof HTMLInputElement && control.checked,
    }];
  }));
}

// Fields with words of their own; of the others the label is the name, the help that of the catalog, and the default is said.
const kLabels: Record<string, string> = {
  arms: 'Arms', loss_range: 'Outcomes lie from', expire_after: 'Decisions without an outcome expire after', on_expiry: 'Silence is then',
  late: 'An outcome after that', max_open: 'Open decisions, at most',
};
const kHelp: Record<string, string> = {
  arms: 'What to choose from: a name per line', expire_after: 'expire_after. Empty: they wait for ever', on_expiry: 'on_expiry. A drop counts as the best loss',
  late: 'late. It can count only where silence is dropped',
};
const kRanged = { integer: 1, number: 1, 'flag or number': 1 }; // types that have a range
const kNoDefault = ['arms', 'body', 'actions']; // one must be given

/** The default, as a field says it. */
function defaultOf({ name, type, default: usual }: Parameter, seen: Seen): unknown {
  if (type === 'flag') return seen.checked === usual;
  if (name === 'loss_range') return JSON.stringify(seen.placeholders.map(Number)) === JSON.stringify(usual);
  if (name === 'expire_after') return usual === null && seen.placeholders[0] === 'never';
  if (name === 'on_expiry') return usual === 'drop' && seen.options[0] === '';
  if (name === 'late') return seen.options.includes(''); // which one that is: below
  const words = name === 'seed' ? 'drawn, and kept' : usual === null ? 'none' : typeof usual === 'string' ? usual : JSON.stringify(usual);
  return seen.help.endsWith(`Default: ${words}`);
}

function faults(parameter: Parameter, seen: Seen | undefined): string[] {
  const { name, type, help, min, max, choices, default: usual } = parameter;
  if (!seen) return [`${name}: no field`];
  const found: string[] = [];
  const want = (right: unknown, what: string): void => void (right || found.push(`${name}: ${what}: ${JSON.stringify(seen)}`));
  want(seen.label === (kLabels[name] ?? name), 'label');
  want(seen.help.includes(kHelp[name] ?? help) && (kHelp[name] ?? help).length > 5, 'help');
  want(seen.shown || name === 'actions', 'cannot be seen');
  if (min !== null && max !== null && !(name in kLabels) && type in kRanged) want(seen.help.includes(`from ${min} to ${max}`), 'range in words');
  if (!kNoDefault.includes(name)) want(defaultOf(parameter, seen), 'default');
  if ((type === 'integer' || type === 'number') && name !== 'expire_after') {
    want(seen.kind === 'number', 'kind');
    want(seen.min === (min === null ? null : String(min)) && seen.max === (max === null ? null : String(max)), `range ${min} to ${max}`);
  }
  if (type === 'choice') {
    want(choices && choices.length > 1 && seen.kind === 'select-one', 'choices');
    want(JSON.stringify(seen.options.map((option) => option || usual)) === JSON.stringify(choices), `choices ${JSON.stringify(choices)}`);
  }
  return found;
}

async function opened(): Promise<Awaited<ReturnType<typeof visit>> & { catalog: Catalog }> {
  const catalog = await tools.server.get<Catalog>('/v1/catalog');
  const visited = await visit(tools.browser, tools.server, '#/new');
  await visited.page.locator('details.more').evaluate((more: HTMLDetailsElement) => void (more.open = true));
  return { ...visited, catalog };
}

const pick = (page: Page, agent: string) => page.getByLabel('Agent', { exact: true }).selectOption(agent);

test('of every agent: every parameter with label, help, range, default and choices', async () => {
  const { page, problems, catalog, close } = await opened();
  expect(catalog.agents.length).toBeGreaterThan(20);
  const offered = await page.getByLabel('Agent', { exact: true }).locator('option').allInnerTexts();
  expect([...offered].sort()).toEqual(catalog.agents.map(({ name }) => name).sort());
  for (const { name, kind, parameters } of catalog.agents) {
    await pick(page, name);
    const seen = await page.evaluate(fields);
    const wanted = ['name', 'agent', ...(kind === 'linear' ? ['ground'] : []), ...[...parameters, ...catalog.terms].map((one) => one.name)];
    expect.soft(Object.keys(seen).sort(), name).toEqual(wanted.sort());
    expect.soft([...parameters, ...catalog.terms].flatMap((one) => faults(one, seen[one.name])), name).toEqual([]);
  }
  await pick(page, 'banker-bolo');
  await page.getByLabel('What is played').selectOption('actions');
  expect((await page.evaluate(fields))['actions']).toMatchObject({ label: 'actions', shown: true });
  expect((await page.evaluate(fields))['body']).toMatchObject({ shown: false });
  expect(problems).toEqual([]);
  await close();
});

test('a value beyond its range is said to be so, with the end of the range', async () => {
  const { page, catalog, close } = await opened();
  const known = new Set<string>();
  for (const { name: agent, parameters } of catalog.agents) {
    for (const parameter of [...parameters, ...catalog.terms]) {
      const { name, type, min, max } = parameter;
      const key = JSON.stringify([name, type, min, max]);
      if (min === null || max === null || name === 'expire_after' || known.has(key)) continue;
      known.add(key);
      await pick(page, agent);
      const field = page.locator(`#field-${name}`);
      const wrong = page.locator(`#field-${name}-wrong`);
      const unit = name === 'arms' ? ' arms' : '';
      const less = min > 0 && type !== 'integer' && type !== 'arms' ? min / 10 : min - 1;
      for (const [value, words] of [[less, `At least ${min}${unit}.`], [10 * max, `At most ${max}${unit}.`]] as const) {
        await field.fill(String(value));
        await field.blur();
        await expect.poll(() => wrong.innerText(), { ...kSoon, message: `${agent} ${name} ${value}` }).toBe(words);
      }
      await field.fill('');
      if (name !== 'arms') await wrong.waitFor({ state: 'hidden' });
    }
  }
  expect(known.size).toBeGreaterThan(15);
  await close();
});

test('a choice that is not the default is made so at the server', async () => {
  const { page, problems, catalog, close } = await opened();
  const spending = catalog.agents.find(({ name }) => name === 'banker-omd')!.parameters.find(({ name }) => name === 'spending')!;
  const other = spending.choices!.find((choice) => choice !== spending.default)!;
  await pick(page, 'banker-omd');
  await page.getByLabel('Name', { exact: true }).fill('chosen');
  await page.getByLabel('Arms').fill('red\ngreen\nblue');
  await page.getByLabel('spending', { exact: true }).selectOption({ label: other });
  await page.getByLabel('seed', { exact: true }).fill('11');
  await page.getByLabel(kLabels['expire_after']!, { exact: true }).fill('2');
  await page.getByLabel('Unit', { exact: true }).selectOption('h');
  await page.getByLabel(kLabels['late']!, { exact: true }).selectOption('refuse');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(/#\/b\/chosen$/);
  await live(page);
  expect(await tools.server.get('/v1/bandits/chosen')).toMatchObject({
    spec: { agent: 'banker-omd', arms: ['red', 'green', 'blue'], spending: other, seed: 11 }, expire_after: 7200, late: 'refuse',
  });
  expect(problems).toEqual([]);
  await close();
});

test('every example of a body and of actions is taken by the server, of every linear agent', async () => {
  const { page, problems, catalog, close } = await opened();
  const linear = catalog.agents.filter(({ kind }) => kind === 'linear').map(({ name }) => name);
  expect(linear).toContain('banker-bolo');
  const examples: [string, number][] = [['body', 5], ['actions', 2]];
  for (const agent of linear) {
    for (const [ground, many] of examples) {
      for (let i = 0; i < many; i++) {
        const name = `${agent}-${ground}-${i}`;
        await go(page, '#/new');
        await page.getByLabel('Name', { exact: true }).fill(name);
        await pick(page, agent);
        await page.getByLabel('What is played').selectOption(ground);
        const all = page.getByRole('list', { name: `Examples of ${ground}` }).getByRole('listitem');
        expect(await all.count()).toBe(many);
        await all.nth(i).getByRole('button').click();
        const shown = await all.nth(i).locator('code').innerText();
        expect(await page.locator(`#field-${ground}`).inputValue()).toBe(shown);
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.waitForURL(new RegExp(`#/b/${name}$`));
        expect(await tools.server.get(`/v1/bandits/${name}`)).toMatchObject({ spec: { agent } });
        await tools.server.post(`/v1/bandits/${name}/ask`);
      }
    }
  }
  expect(problems).toEqual([]);
  await close();
});

test('the command is copied once it is complete, and says what it lacks until then', async () => {
  const { page, close } = await opened();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const copy = preview.getByRole('button', { name: 'Copy' });
  expect(await copy.isDisabled()).toBe(true);
  await preview.getByText('To be copied once this is filled in: Name, Arms.', { exact: true }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('copied');
  await preview.getByText('To be copied once this is filled in: Arms.', { exact: true }).waitFor();
  await page.getByLabel('Arms').fill('red\ngreen');
  await preview.getByText('To be copied').waitFor({ state: 'hidden' });
  expect(await copy.isEnabled()).toBe(true);
  await pick(page, 'banker-bolo'); // it wants a body
  await preview.getByText('To be copied once this is filled in: body.', { exact: true }).waitFor();
  await close();
});

test('what is said of an agent names its paper, and the one to take is one that can be', async () => {
  const { page, close } = await opened();
  const about = page.locator('#field-agent-help');
  expect(await about.innerText()).toContain('Take banker unless you know better');
  await pick(page, 'banker-bolo');
  expect(await about.innerText()).toContain('Algorithm 5 of the paper "Banker Online Mirror Descent".');
  expect(await about.innerText()).toContain('Of the linear agents take banker-bolo unless you know better');
  expect(await about.innerText()).not.toContain('Take banker ');
  const typed = await page.locator('#field-seed-help code').allInnerTexts();
  expect(typed).toEqual([]); // "drawn, and kept" is no value
  expect(await page.locator('#field-spending-help code').allInnerTexts()).toEqual(['oldest-first']);
  await close();
});
