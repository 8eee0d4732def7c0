import { describe, expect, test } from 'vitest';
import { entry, nearest, step, type Stop } from '../src/chart/drawing.ts';

function stop(x: number, y: number, row: number): Stop {
  return { x, y, row, label: '', lines: [], marks: [] };
}

// Rows of different lengths; row 2 has no stops, and the order of the list is not that of the rows.
//   row 0 (y 10):  [0] 0   [1] 50   [2] 100
//   row 1 (y 30):  [3] 40
//   row 3 (y 70):  [5] 0   [4] 90
const kStops = [stop(0, 10, 0), stop(50, 10, 0), stop(100, 10, 0), stop(40, 30, 1), stop(90, 70, 3), stop(0, 70, 3)];

describe('step', () => {
  test.each([
    ['ArrowRight', 0, 1], ['ArrowRight', 1, 2], ['ArrowRight', 2, 2],
    ['ArrowLeft', 2, 1], ['ArrowLeft', 0, 0],
    ['ArrowRight', 3, 3], ['ArrowLeft', 3, 3], // alone in its row
    ['Home', 2, 0], ['Home', 0, 0], ['End', 0, 2], ['End', 2, 2], ['End', 3, 3],
    ['ArrowDown', 0, 3], ['ArrowDown', 2, 3],
    ['ArrowDown', 3, 5], // over the empty row, to the nearer stop
    ['ArrowUp', 4, 3], ['ArrowUp', 5, 3], ['ArrowUp', 3, 1],
    ['ArrowUp', 1, 1], ['ArrowDown', 4, 4], // no row there
    ['Enter', 1, 1], ['', 4, 4],
  ])('%s from %i goes to %i', (key, from, to) => expect(step(kStops, from, key)).toBe(to));

  test('a reader comes in from either side', () => {
    expect(['ArrowRight', 'Home', 'ArrowDown', 'ArrowLeft', 'End'].map((key) => entry(kStops, key))).toEqual([0, 0, 0, 2, 2]);
  });

  test('from nowhere goes to the first stop', () => {
    expect(step(kStops, -1, 'ArrowRight')).toBe(0);
    expect(step(kStops, 99, 'ArrowUp')).toBe(0);
    expect(step([], 0, 'End')).toBe(0);
  });

  test('of two stops as near, the first', () => {
    const stops = [stop(10, 0, 0), stop(0, 20, 1), stop(20, 20, 1)];
    expect(step(stops, 0, 'ArrowDown')).toBe(1);
  });

  test('a walk down and back along one column ends where it began', () => {
    const stops = Array.from({ length: 12 }, (_, i) => stop(10 * (i % 3), 10 * Math.floor(i / 3), Math.floor(i / 3)));
    let at = 1;
    const walk = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map((key) => (at = step(stops, at, key)));
    expect(walk).toEqual([4, 7, 10, 7, 4, 1]);
  });
});

describe('nearest', () => {
  test.each([
    [0, 0, 0], [30, 10, 1], [80, 12, 2], [1000, -50, 2],
    [1000, 21, 3], // its row has one stop, far away as it is
    [1, 69, 5], [46, 500, 4],
  ])('to (%i, %i) is %i', (x, y, expected) => expect(nearest(kStops, x, y)).toBe(expected));

  test('the height decides first, in a wide picture too', () => {
    const stops = [stop(0, 0, 0), stop(5000, 1, 1)];
    expect(nearest(stops, 5000, 0.4)).toBe(0);
    expect(nearest(stops, 0, 0.6)).toBe(1);
  });

  test('in one row only x counts, wherever its stops are drawn', () => {
    const stops = [stop(0, 100, 0), stop(50, 0, 0), stop(100, 400, 0)];
    expect(nearest(stops, 60, 400)).toBe(1);
    expect(nearest(stops, 90, 0)).toBe(2);
  });

  test('without stops it is 0', () => expect(nearest([], 3, 4)).toBe(0));
});
