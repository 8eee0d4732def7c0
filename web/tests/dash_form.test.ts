import { describe, expect, it } from 'vitest';
import { draftOf, fieldOf, hasUsual, missingWords, read, readArms, readJson, readName, readSpan, rangeOf, usualOf } from '../src/dash/form.ts';
import { broken, createLine, quoted } from '../src/dash/form_curl.ts';
import { kActions, kBodies } from '../src/dash/form_examples.ts';
import { paperWords } from '../src/dash/form_fields.ts';
import type { CatalogAgent, Parameter } from '../src/dash/wire.ts';

function parameter(name: string, type: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type, default: null, min: null, max: null, help: '', ...more };
}

const kBanker: CatalogAgent = {
  name: 'banker', paper: 'beyond the paper', kind: 'arms', range: [0, 1],
  parameters: [
    parameter('arms', 'arms'),
    parameter('seed', 'integer', { default: 0, min: 0, max: 9007199254740991 }),
    parameter('memory', 'number', { default: 0.85, min: 0, max: 0.99 }),
    parameter('skip_stale', 'flag or number', { default: 6, min: 0.001, max: 1e6 }),
    parameter('loss_range', 'range', { default: [0, 1] }),
  ],
};
const kBolo: CatalogAgent = {
  name: 'banker-bolo', paper: 'Algorithm 5', kind: 'linear', range: [-1, 1],
  parameters: [parameter('body', 'body'), parameter('actions', 'actions'), parameter('horizon', 'integer', { min: 2 })],
};
const kTerms: Parameter[] = [
  parameter('expire_after', 'number'), parameter('on_expiry', 'expiry', { default: 'drop' }),
  parameter('late', 'choice', { default: 'ignore', help: 'ignore, accept or refuse' }), parameter('max_open', 'integer', { default: 1e6, min: 1, max: 1e8 }),
];
const wrong = (found: unknown): boolean => typeof found === 'object' && found !== null && 'problem' in found;

describe('fields', () => {
  it('names are those of the server', () => {
    for (const fine of ['a', 'Ads-2.b_c~d', 'x'.repeat(100)]) expect(readName(fine)).toEqual({ value: fine });
    for (const bad of ['', 'x'.repeat(101), 'a b', 'ä', 'a/b', '.', '..']) expect(wrong(readName(bad)), bad).toBe(true);
  });

  it('arms are a number, or a name per line', () => {
    expect(readArms(' 3 ')).toEqual({ value: 3 });
    expect(readArms('red\n\n green \nblue\n')).toEqual({ value: ['red', 'green', 'blue'] });
    expect(readArms('1\n2')).toEqual({ value: ['1', '2'] });
    for (const bad of ['', ' \n', '1', '100001', 'red', 'red, green', 'red\nred', `a\n${'ä'.repeat(101)}`]) expect(wrong(readArms(bad)), bad).toBe(true);
    expect(readArms(`a\n${'ä'.repeat(100)}`)).toEqual({ value: ['a', 'ä'.repeat(100)] });
  });

  it('empty is the default, and not sent', () => {
    for (const { name, type } of [...kBanker.parameters, ...kTerms]) expect(read(parameter(name, type), '  ')).toBeNull();
    expect(read(parameter('scale_invariant', 'flag', { default: false }), 'false')).toBeNull();
    expect(read(parameter('scale_invariant', 'flag', { default: false }), 'true')).toEqual({ value: true });
  });

  it('numbers have a range', () => {
    const [, seed, memory] = kBanker.parameters as [Parameter, Parameter, Parameter];
    expect(read(seed, '7')).toEqual({ value: 7 });
    expect(read(memory, '.5')).toEqual({ value: 0.5 });
    expect(read(memory, '5e-1')).toEqual({ value: 0.5 });
    for (const bad of ['7.5', '-1', '?', '1e400']) expect(wrong(read(seed, bad)), bad).toBe(true);
    for (const bad of ['1', '-0.1', '0,5', '0x1', 'NaN', '1e400']) expect(wrong(read(memory, bad)), bad).toBe(true);
  });

  it('the rest is JSON, or a bare word', () => {
    expect(readJson('negentropy')).toEqual({ value: 'negentropy' });
    expect(readJson('{"tsallis":0.3}')).toEqual({ value: { tsallis: 0.3 } });
    expect(readJson('true')).toEqual({ value: true });
    expect(wrong(readJson("{'tsallis':0.3}"))).toBe(true);
    expect(wrong(read(parameter('loss_range', 'range'), '[1,0]'))).toBe(true);
    expect(read(parameter('loss_range', 'range'), '[0,30]')).toEqual({ value: [0, 30] });
    expect(read(kBanker.parameters[3]!, 'true')).toEqual({ value: true });
    expect(wrong(read(kBanker.parameters[3]!, '0'))).toBe(true);
    expect(wrong(read(parameter('body', 'body'), 'ball'))).toBe(true);
    expect(wrong(read(parameter('actions', 'actions'), '3'))).toBe(true);
  });

  it('a choice is one of those that the catalog has', () => {
    const colour = parameter('colour', 'choice', { default: 'red', choices: ['red', 'blue'] });
    expect(read(colour, 'blue')).toEqual({ value: 'blue' });
    expect(wrong(read(colour, 'green'))).toBe(true);
    expect(read(parameter('colour', 'choice'), 'green')).toEqual({ value: 'green' }); // the server knows
  });

  it('says what a parameter may be', () => {
    expect(rangeOf(parameter('memory', 'number', { min: 0, max: 0.99 }))).toBe('Number from 0 to 0.99. ');
    expect(rangeOf(parameter('horizon', 'integer'))).toBe('Whole number. ');
    expect(rangeOf(parameter('skip_stale', 'flag or number', { min: 0.001, max: 1e6 }))).toBe('true, false, or a number from 0.001 to 1000000. ');
    expect(rangeOf(parameter('colour', 'choice', { choices: ['red', 'blue'] }))).toBe('');
    expect(rangeOf(parameter('regularizer', 'regularizer'))).toBe('JSON, or a word. ');
  });

  it('time has units', () => {
    expect(readSpan('90', 'min')).toEqual({ value: 5400 });
    expect(readSpan('0.5', 'd')).toEqual({ value: 43200 });
    expect(readSpan('', 'd')).toBeNull();
    for (const bad of ['0', '-1', 'x']) expect(wrong(readSpan(bad, 's')), bad).toBe(true);
    expect(wrong(readSpan('40000', 'd'))).toBe(true);
  });

  it('defaults are written as they are', () => {
    expect(usualOf(kBanker.parameters[4]!)).toBe('[0,1]');
    expect(usualOf(kBanker.parameters[1]!)).toBe('drawn, and kept');
    expect(usualOf(parameter('horizon', 'integer'))).toBe('none');
    expect([kBanker.parameters[4]!, kBanker.parameters[1]!, parameter('horizon', 'integer')].map(hasUsual)).toEqual([true, false, false]);
  });
});

describe('what is said of an agent', () => {
  it('names the paper', () => {
    expect(paperWords('Algorithm 5')).toBe('Algorithm 5 of the paper "Banker Online Mirror Descent".');
    expect(paperWords('Algorithm 4 (see erratum E1)')).toBe('Algorithm 4 of the paper "Banker Online Mirror Descent" (see erratum E1).');
    expect(paperWords('Section 5, Banker-TINF')).toBe('Section 5 of the paper "Banker Online Mirror Descent", Banker-TINF.');
    expect(paperWords('beyond the paper: docs/banker_agent.md')).toBe('Beyond the paper "Banker Online Mirror Descent".');
    expect(paperWords('Neu 2015')).toBe('Neu 2015.');
  });
  it('has an example of every type, which the form takes', () => {
    expect(kBodies.map(([name]) => name)).toEqual(['ball', 'box', 'ellipsoid', 'polytope', 'product']);
    for (const [name, json] of kBodies) expect(read(parameter('body', 'body'), json)).toMatchObject({ value: { type: name } });
    for (const [, json] of kActions) expect(wrong(read(parameter('actions', 'actions'), json))).toBe(false);
  });
});

describe('the draft', () => {
  it('sends what was typed, and nothing else', () => {
    const terms = { expire_after: '1', unit: 'h', on_expiry: 'reward', silence: '0', late: '', max_open: '' };
    const typed = { name: 'ads', arms: 'red\ngreen', seed: '', memory: '0.5', ...terms };
    expect(draftOf(kBanker, kTerms, typed)).toEqual({
      body: { name: 'ads', agent: 'banker', arms: ['red', 'green'], memory: 0.5, expire_after: 3600, on_expiry: { reward: 0 } },
      problems: {},
    });
  });

  it('wants a name and arms', () => {
    expect(Object.keys(draftOf(kBanker, kTerms, {}).problems)).toEqual(['name', 'arms']);
  });

  it('takes one of body and actions', () => {
    const typed = { name: 'x', ground: 'actions', body: '{"type":"ball"}', actions: '[[1,0],[0,1]]' };
    expect(draftOf(kBolo, [], typed).body).toEqual({ name: 'x', agent: 'banker-bolo', actions: [[1, 0], [0, 1]] });
    expect(Object.keys(draftOf(kBolo, [], { name: 'x', actions: '[[1]]' }).problems)).toEqual(['body']);
  });

  it('knows which terms go together', () => {
    const base = { name: 'x', arms: '2', on_expiry: 'loss', silence: '1' };
    expect(Object.keys(draftOf(kBanker, kTerms, base).problems)).toEqual(['expire_after']);
    expect(Object.keys(draftOf(kBanker, kTerms, { ...base, expire_after: '1', late: 'accept' }).problems)).toEqual(['late']);
    expect(Object.keys(draftOf(kBanker, kTerms, { ...base, expire_after: '1', silence: '' }).problems)).toEqual(['on_expiry']);
  });
});

describe('what the server says', () => {
  const keys = ['name', 'agent', 'arms', 'loss_range', 'late'];
  it('is about the key it quotes', () => {
    expect(fieldOf('"loss_range" must be [low, high]', 422, {}, keys)).toBe('loss_range');
    expect(fieldOf('unknown value "x" of "late"', 422, {}, keys)).toBe('late');
    expect(fieldOf('the journal cannot be written', 503, {}, keys)).toBeNull();
  });
  it('or about the name', () => {
    expect(fieldOf('there is a bandit "ads" already', 409, { name: 'ads' }, keys)).toBe('name');
    expect(fieldOf('a bandit cannot be called ".."', 422, {}, keys)).toBe('name');
  });
});

describe('the command', () => {
  it('waits for what it lacks', () => {
    expect(missingWords([])).toBeNull();
    expect(missingWords(['Name', 'Arms'])).toBe('To be copied once this is filled in: Name, Arms.');
  });
  it('is safe in a shell', () => {
    expect(quoted("it's")).toBe("'it'\\''s'");
    expect(createLine('http://h:1', { name: 'a' }, false)).toBe(`curl http://h:1/v1/bandits -d '{\n  "name": "a"\n}'`);
    expect(createLine('http://h:1', {}, true)).toContain('-H "Authorization: Bearer $BANKER_TOKEN"');
  });
  it('shows the JSON that is sent', () => {
    const body = { name: 'a', arms: ['x', "y's"], on_expiry: { reward: 0 } };
    expect(JSON.parse(broken(body))).toEqual(body);
  });
});
