import { expect, test } from 'vitest';
import { kStart, parse, print, type State } from '../src/state.ts';

const names = { cells: 4, agents: ['banker', 'uniform', 'a,b=c&d %#"é'] };

test('the first state has no address', () => {
  expect(print(kStart, names)).toBe('');
  expect(parse('', names)).toEqual(kStart);
  expect(parse('#', names)).toEqual(kStart);
});

test('cells count from 1 in the address', () => {
  expect(parse('#cell=3&agent=uniform', names)).toEqual({ ...kStart, cell: 2, agent: 1 });
  expect(print({ ...kStart, cell: 2, agent: 1 }, names)).toBe('cell=3&agent=uniform');
});

test('every state comes back', () => {
  for (const cell of [0, 3])
    for (const agent of [null, 0, 2])
      for (const shown of [null, [1], [2, 0]])
        for (const bank of [null, [2, 1]])
          for (const bits of [0, 1, 2, 4, 8, 16, 21, 31]) {
            const bit = (place: number) => ((bits >> place) & 1) === 1;
            const flags = { logX: bit(0), logY: bit(1), bands: bit(2), certificate: bit(3), bound: bit(4) };
            const state: State = { cell, agent, shown, bank, ...flags };
            expect(parse('#' + print(state, names), names)).toEqual(state);
          }
});

test('what makes no sense is left out', () => {
  for (const cell of ['0', '5', '-1', '1.5', 'x', '']) expect(parse(`#cell=${cell}`, names)).toEqual(kStart);
  for (const hash of ['#cell', '#show=nobody', '#%', '#=&=&&', '#agent=%E0%A4%A']) expect(parse(hash, names)).toEqual(kStart);
  expect(parse('#show=banker,nobody,banker', names).shown).toEqual([0]);
});
