// The programs that the page offers have the bandit's own name, and do what they say.
import { describe, expect, test } from 'vitest';
import { codeOf, kLanguages, missing, run, type Language } from './dash_code.ts';
import { both, live, make, play, visit } from './dash_page.ts';

const kArms = 'my-shop.front_2~b';
const kBody = 'my-body.1';

const tools = both(async (server) => {
  await make(server, { name: kArms });
  await play(server, kArms, 30, 3); // losses
  await make(server, { name: kBody, agent: 'banker-bolo', arms: undefined, body: { type: 'ball', dimension: 3, radius: 1 } });
  await make(server, { name: 'new' }); // rewards: nothing was told yet
});

const kIds: Record<Language, string> = { curl: 'visit-4711', Python: 'visit-4712', 'C++': 'visit-4713' };

interface Found {
  status: string;
  arm?: string;
  action?: number[];
  outcome: { loss?: number; reward?: number };
}

describe.each(kLanguages)('%s', (language) => {
  test.for([[kArms, 'loss'], [kBody, 'loss'], ['new', 'reward']] as const)('asks and tells %s', async ([name, outcome], { skip }) => {
    const { page, problems, close } = await visit(tools.browser, tools.server, `#/b/${name}`);
    await live(page);
    const code = await codeOf(page, language);
    expect(code).toContain(tools.server.origin);
    expect(code).toContain(name);
    expect(problems).toEqual([]);
    await close();
    expect((await tools.server.send('GET', `/v1/bandits/${name}/decisions/${kIds[language]}`)).status).toBe(404); // not yet
    const why = await missing(language);
    if (why !== null) skip(why);

    const said = await run(language, code);
    const found = await tools.server.get<Found>(`/v1/bandits/${name}/decisions/${kIds[language]}`);
    expect(found.status).toBe('settled');
    expect(Object.keys(found.outcome)).toContain(outcome);
    if (language !== 'Python') expect(said.trim()).toMatch(/204$/);
    // It says what to play.
    if (found.arm !== undefined) expect(said).toContain(found.arm);
    else for (const part of found.action!) expect(numbersIn(said).some((one) => Math.abs(one - part) < 1e-6)).toBe(true);
    await expect(run(language, code)).resolves.toContain(found.arm ?? ''); // sent again it is the same decision, and counts once
    expect(await tools.server.get(`/v1/bandits/${name}/decisions/${kIds[language]}`)).toEqual(found);
  });
});

function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/g) ?? []).map(Number);
}
