// What the server answers has exactly the types of src/dash/wire.ts: the compiler says so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints, type Claims } from './dash_compiler.ts';
import { make, play } from './dash_page.ts';
import { events, Server } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
  await make(server, { name: 'ads', expire_after: 3600, on_expiry: { reward: 0 } });
  await play(server, 'ads', 50, 5);
  await make(server, { name: 'paid', agent: 'banker-tinf', arms: 4, expire_after: 3600, on_expiry: { loss: 1 }, late: 'refuse' });
  await play(server, 'paid', 30, 10);
  await play(server, 'paid', 30, 10);
  await make(server, { name: 'plain', agent: 'delayed-thompson', arms: 40, max_open: 200 });
  await play(server, 'plain', 100, 3);
  await make(server, { name: 'new' });
  await make(server, { name: 'body', agent: 'banker-bolo', arms: undefined, body: { type: 'ball', dimension: 3, radius: 1 }, expire_after: 3600, late: 'accept' });
  await server.post('/v1/bandits/body/ask', { count: 3 });
  await server.post('/v1/bandits/body/decisions/r1/tell', { loss: 0.5 });
  await make(server, { name: 'listed', agent: 'banker-bolo', arms: undefined, actions: { left: [1, 0], right: [0, 1], up: [0.5, 0.5] } });
  await server.post('/v1/bandits/listed/ask', { count: 3 });
  await make(server, { name: 'paused' });
  await server.post('/v1/bandits/paused/pause');
  for (const [id, how] of [['r46', 'drop'], ['r47', 'expire']]) await server.post(`/v1/bandits/ads/decisions/${id}/${how}`);
});
afterAll(() => server.stop());

const kBandits = ['ads', 'paid', 'plain', 'new', 'body', 'listed', 'paused'];

/** The first event of a stream of this kind, and the text of it. */
async function first(path: string, kind: string): Promise<string> {
  let found = '';
  await events(server, path, (one, data) => {
    if (one !== kind) return false;
    found = JSON.stringify(data);
    return true;
  });
  return found;
}

async function answers(): Promise<Claims> {
  const claims: Claims = {};
  const claim = async (path: string, type: string): Promise<void> => {
    claims[path] = { type, json: await (await server.send('GET', path)).text() };
  };
  await claim('/v1/bandits', '{ bandits: (Health & { spec: Record<string, unknown> })[] }');
  await claim('/v1/catalog', 'Catalog');
  claims['live'] = { type: 'Bandits', json: await first('/v1/live', 'bandits') };
  for (const name of kBandits) {
    const path = `/v1/bandits/${name}`;
    claims[`live ${name}`] = { type: 'State', json: await first(`/v1/live?bandit=${name}`, 'state') };
    await claim(`${path}/history`, 'History');
    await claim(`${path}/decisions`, 'Decisions');
    await claim(`${path}/decisions?open=true&limit=3`, 'Decisions');
    const { decisions } = await server.get<{ decisions: { id: string }[] }>(`${path}/decisions?limit=200`);
    const picked = [decisions[0], decisions.at(-1), ...decisions.filter(({ id }) => ['r46', 'r47'].includes(id))];
    for (const one of picked) {
      if (!one) continue;
      await claim(`${path}/decisions/${one.id}`, 'Decision');
      await claim(`${path}/decisions/${one.id}/statement`, 'FullStatement');
    }
    const page = await (await server.send('GET', `${path}/report`)).text();
    const mark = '<script id="saved" type="application/json">';
    const begin = page.indexOf(mark) + mark.length;
    claims[`report ${name}`] = { type: 'Saved', json: page.slice(begin, page.indexOf('</script>', begin)) };
  }
  await claim('/v1/bandits/nobody', '{ type: string } & Problem');
  return claims;
}

/** What is told of a decision, of each way in which it can end, while somebody listens. */
async function told(name: string): Promise<Claims> {
  const claims: Claims = {};
  const path = `/v1/bandits/${name}`;
  let acted = false;
  const act = async (): Promise<void> => {
    const { decisions } = await server.post<{ decisions: { id: string }[] }>(`${path}/ask`, { count: 3 });
    const [one, two, three] = decisions.map(({ id }) => `${path}/decisions/${id}`);
    await server.post(`${one}/tell`, { loss: 0.25 });
    await server.post(`${two}/drop`);
    await server.post(`${three}/expire`);
  };
  await events(server, `/v1/live?bandit=${name}`, (kind, data) => {
    if (kind === 'state') {
      if (!acted) void act();
      acted = true;
    } else {
      claims[`${name}: ${kind}`] = { type: kind === 'ask' ? 'Asked' : 'Closed', json: JSON.stringify(data) };
    }
    return ['ask', 'tell', 'drop', 'expire'].every((one) => `${name}: ${one}` in claims);
  });
  return claims;
}

test('answers and events have the types of wire.ts', async () => {
  const claims = { ...(await answers()), ...(await told('paid')), ...(await told('ads')), ...(await told('body')) };
  expect(Object.keys(claims).length).toBeGreaterThan(60);
  expect(complaints(claims)).toEqual([]);
});

test('columns of a history have one length, and what is counted adds up', async () => {
  for (const name of kBandits) {
    const history = await server.get<Record<string, unknown[]> & { arms: Record<string, unknown[]>[] }>(`/v1/bandits/${name}/history`);
    const { arms, ...columns } = history;
    const lengths = new Set([columns, ...arms].flatMap((part) => Object.values(part).filter(Array.isArray).map((column) => column.length)));
    expect([name, lengths.size <= 1]).toEqual([name, true]);
    const { rounds, open, settled, skipped, stale, dropped, expired } = columns as Record<string, number[]>;
    rounds!.forEach((count, i) => expect(open![i]! + settled![i]! + skipped![i]! + stale![i]! + dropped![i]! + expired![i]!).toBe(count));
  }
});

test('the compiler would notice', async () => {
  const json = await first('/v1/live', 'bandits');
  const found = complaints({
    key: { type: 'Bandits', json: json.replace('"max_open":', '"most_open":') },
    number: { type: 'Bandits', json: json.replace(/"rounds":\d+/, '"rounds":"50"') },
    gone: { type: 'Bandits', json: json.replace(/,"gone":\[\]/, '') },
  }).join('\n');
  expect(found).toMatch(/key: .*most_open/);
  expect(found).toMatch(/number: Type 'string'/);
  expect(found).toMatch(/gone: .*'gone' is missing/);
});
