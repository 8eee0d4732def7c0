import { describe, expect, test } from 'vitest';
import { step, type Drawing } from '../src/chart/drawing.ts';
import { heat } from '../src/chart/heat.ts';
import { heatColor, inkOn, luminance } from '../src/chart/heat_color.ts';
import { broken, layout, wrap } from '../src/chart/heat_layout.ts';
import type { HeatData } from '../src/chart/heat_values.ts';
import type { Node } from '../src/scene.ts';
import { sampleReport } from './sample.ts';

/** The shares of a made-up study, the delays as groups. */
function study(agents: number, cells: number): HeatData {
  const report = sampleReport({ agents, cells, bankAgents: Math.floor(agents / 3), points: 4, runs: 2, rounds: 200, detailedCells: 0 });
  const groups: { title: string; count: number }[] = [];
  for (const { delays } of report.cells) {
    const last = groups.at(-1);
    if (last?.title === delays) last.count += 1;
    else groups.push({ title: delays, count: 1 });
  }
  return {
    id: 'test',
    rows: report.agents.map((agent) => agent.name),
    columns: report.cells.map((cell) => `${cell.losses}, ${cell.arms} arms`),
    groups,
    values: report.agents.map((_, agent) => report.cells.map((cell) => cell.agents[agent]!.share)),
    text: (value) => value.toFixed(3),
    level: (value) => value,
    limits: [0, 1],
    columnTitle: (column) => `problem ${column}`,
    caption: 'Regret as a share of that of uniform play',
  };
}

function small(values: (number | null)[][], more: Partial<HeatData> = {}): HeatData {
  return {
    id: 'small',
    rows: values.map((_, i) => `agent ${i}`),
    columns: values[0]!.map((_, i) => `c${i}`),
    values,
    text: (value) => value.toFixed(1),
    level: (value) => Math.min(1, Math.max(0, value)),
    limits: [0, 1],
    columnTitle: (column) => `column ${column}`,
    caption: 'caption',
    ...more,
  };
}

function all(nodes: readonly (Node | string)[]): Node[] {
  return nodes.flatMap((one) => (typeof one === 'string' ? [] : [one, ...all(one.children)]));
}

function words(drawing: Drawing): string[] {
  return all(drawing.body).filter((one) => one.tag === 'text').map((one) => one.children[0] as string);
}

/** The columns of which a mark, an outline or a dot, is drawn, by row. */
function marked(drawing: Drawing, rows: number): number[][] {
  const columns = drawing.stops.length / rows;
  const signs = all(drawing.body).filter((one) => one.tag === 'circle' || (one.tag === 'rect' && one.attributes['fill'] === 'none'));
  const middle = ({ tag, attributes }: Node) => {
    const at = (name: string) => Number(attributes[name]);
    return tag === 'circle' ? [at('cx'), at('cy')] : [at('x') + at('width') / 2, at('y') + at('height') / 2];
  };
  return Array.from({ length: rows }, (_, row) =>
    drawing.stops.slice(row * columns, (row + 1) * columns).flatMap((stop, column) =>
      signs.some((sign) => Math.abs(middle(sign)[0]! - stop.x) <= 1 && Math.abs(middle(sign)[1]! - stop.y) <= 1) ? [column] : [],
    ),
  );
}

describe('colours', () => {
  const levels = Array.from({ length: 101 }, (_, i) => i / 100);

  test('get darker with every step, and by about as much for the eye', () => {
    const lightness = levels.map((level) => 116 * Math.cbrt(luminance(level)) - 16); // L* of CIELAB
    const falls = lightness.slice(1).map((value, i) => lightness[i]! - value);
    expect(Math.min(...falls)).toBeGreaterThan(0.3);
    expect(Math.max(...falls)).toBeLessThan(1.2);
  });

  test('are hexadecimal, and end at 0 and 1', () => {
    for (const level of levels) expect(heatColor(level)).toMatch(/^#[0-9a-f]{6}$/);
    expect(heatColor(-3)).toBe(heatColor(0));
    expect(heatColor(7)).toBe(heatColor(1));
  });

  // 3:1 is what graphical objects need (WCAG 2.1, 1.4.11): the good end on black, the bad end on white. The other two are seen too.
  test('stand out on white and on black', () => {
    const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    expect(contrast(luminance(0), 0.008)).toBeGreaterThan(3);
    expect(contrast(luminance(1), 1)).toBeGreaterThan(3);
    expect(contrast(luminance(0), 1)).toBeGreaterThan(1.2);
    expect(contrast(luminance(1), 0.008)).toBeGreaterThan(1.4);
  });

  test('have ink with a contrast of at least 4.5:1', () => {
    for (const level of levels) {
      const own = luminance(level);
      const contrast = inkOn(level) === '#000' ? (own + 0.05) / 0.05 : 1.05 / (own + 0.05);
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('bands', () => {
  const sizes = (counts: number[], room: number) => wrap(counts, room).map((band) => band.map(({ from, to }) => to - from));

  test('groups stay together where they fit, and are broken where they cannot', () => {
    expect(sizes([5, 5], 85)).toEqual([[5, 5]]);
    expect(sizes([5, 5], 84)).toEqual([[5], [5]]);
    expect(sizes([5, 5], 40)).toEqual([[5], [5]]);
    expect(sizes([5], 39)).toEqual([[4], [1]]);
    expect(sizes([2, 30, 3], 80)).toEqual([[2, 7], [10], [10], [3, 3]]);
    expect(sizes([0, 3, 0], 80)).toEqual([[3]]);
  });

  test('have a column at least, however narrow', () => expect(sizes([3], 2)).toEqual([[1], [1], [1]]));

  test.each([330, 390, 700, 1100])('every column is once there, in order, in the picture, at width %i', (width) => {
    const { rows, columns, groups } = study(20, 108);
    const { bands, left } = layout(rows, columns, groups!, width);
    expect(bands.flatMap((band) => band.columns.map(({ index }) => index))).toEqual(columns.map((_, i) => i));
    for (const band of bands) {
      band.columns.forEach((column, i) => {
        const before = band.columns[i - 1];
        expect(column.width).toBeGreaterThanOrEqual(8);
        expect(column.x).toBeGreaterThanOrEqual(before ? before.x + before.width : left);
      });
      const last = band.columns.at(-1)!;
      expect(last.x + last.width).toBeLessThanOrEqual(width);
    }
  });

  test('without groups they are about equally long', () => {
    const columns = Array.from({ length: 31 }, (_, i) => `c${i}`);
    const lengths = layout(['banker'], columns, [], 270).bands.map((band) => band.columns.length);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(31);
    expect(lengths).toEqual([16, 15]);
  });

  test('columns beyond the groups have no title', () => {
    const plan = layout(['a'], ['1', '2', '3'], [{ title: 'first', count: 2 }], 600);
    expect(plan.bands[0]!.columns.length).toBe(3);
    expect(plan.bands[0]!.titles.map((title) => title.lines)).toEqual([['first']]);
  });
});

describe('broken', () => {
  test.each([
    ['none', 100, 1, ['none']],
    ['bernoulli:0.1, 4 arms', 100, 2, ['bernoulli:0.1,', '4 arms']],
    ['stragglers:0.0005', 96, 2, ['stragglers:', '0.0005']],
    ['stochastically-constrained:0.1, 4 arms', 112, 4, ['stochastically-', 'constrained:0.1,', '4 arms']],
    ['stragglers', 30, 3, null],
    ['a b c d', 10, 3, null],
  ])('%s in %i pixels and %i lines', (content, width, most, lines) => expect(broken(content, width, most)).toEqual(lines));
});

describe('heat', () => {
  test.each([330, 1100])('20 agents in 108 problems fit into width %i and 5,000 nodes', (width) => {
    const drawing = heat(study(20, 108))(width);
    const nodes = all(drawing.body);
    expect(drawing.width).toBe(width);
    expect(nodes.length).toBeLessThan(5000);
    expect(drawing.stops.length).toBe(20 * 108);
    for (const { tag, attributes } of nodes.filter((one) => one.tag === 'rect')) {
      expect(Number(attributes['x']) + Number(attributes['width']), tag).toBeLessThanOrEqual(width);
      expect(Number(attributes['y']) + Number(attributes['height']), tag).toBeLessThanOrEqual(drawing.height);
    }
  });

  test.each([330, 1100])('stop i is row i / columns and column i mod columns, at width %i', (width) => {
    const data = study(4, 60);
    heat(data)(width).stops.forEach((stop, i) => {
      const [row, column] = [Math.floor(i / 60), i % 60];
      expect(stop.label).toBe(data.rows[row]);
      expect(stop.lines.map(({ name, value }) => [name, value])).toEqual([[`problem ${column}`, data.text(data.values[row]![column]!)]]);
    });
  });

  test('down from the last row of a band is the first row of the next', () => {
    const { stops } = heat(study(4, 60))(330);
    const heights = [...new Set(stops.map((stop) => stop.y))].sort((a, b) => a - b);
    expect(heights.length).toBeGreaterThan(4); // several bands
    const walked = [stops[0]!.y];
    for (let at = 0, next = step(stops, 0, 'ArrowDown'); next !== at; at = next, next = step(stops, at, 'ArrowDown')) {
      walked.push(stops[next]!.y);
      if (walked.length > heights.length) break;
    }
    expect(walked).toEqual(heights);
  });

  test('the best of each column has a mark: by its value, where the colours end too', () => {
    const values = [[0.5, -2, 0.7, null], [0.2, -1, 0.7, 0.4], [0.9, 0.3, 0.7, 0.1]];
    for (const width of [90, 600]) expect(marked(heat(small(values))(width), 3)).toEqual([[1], [0], [3]]);
  });

  test('where large values are good, the largest has it', () => {
    const values = [[5, 1], [7, 0.2]];
    expect(marked(heat(small(values, { level: (value) => 1 - value / 8, limits: [8, 0] }))(600), 2)).toEqual([[1], [0]]);
  });

  test('values are written where there is room for all of them', () => {
    const values = [[0.5, 0.25], [0.125, 1]];
    expect(words(heat(small(values))(600))).toEqual(expect.arrayContaining(['0.5', '0.3', '0.1', '1.0']));
    const long = heat(small(values, { text: (value) => value.toFixed(20) }))(600);
    expect(words(long).filter((word) => /^\d\.\d+$/.test(word)).length).toBe(3); // of the legend
  });

  test('a missing value is hatched, and says so', () => {
    const drawing = heat(small([[0.5, null], [0.25, 1]]))(600);
    const hatched = all(drawing.body).filter((one) => one.attributes['fill'] === 'url(#small-none)');
    expect(hatched.length).toBe(2); // and that of the legend
    expect(drawing.stops[1]!.lines[0]!.value).toBe('no value');
    expect(words(drawing)).toContain('no value');
    expect(words(heat(small([[0.5], [0.25]]))(600))).not.toContain('no value');
  });

  test('the legend has the ends of the colours, and says where values lie beyond them', () => {
    const legend = (values: number[], more: Partial<HeatData> = {}) => words(heat(small([values], more))(600)).slice(-3);
    expect(legend([0.2, 0.7])).toEqual(['0.0', '0.5', '1.0']);
    expect(legend([0, 1])).toEqual(['0.0', '0.5', '1.0']);
    expect(legend([-0.9, 1.3])).toEqual(['≤ 0.0', '0.5', '≥ 1.0']);
    expect(legend([0.3, 12])).toEqual(['0.0', '0.5', '≥ 1.0']);
    expect(legend([-1, 9], { level: (value) => 1 - value / 8, limits: [8, 0] })).toEqual(['≥ 8.0', '4.0', '≤ 0.0']);
    const bar = all(heat(small([[0.4, 0.5]]))(600).body).filter((one) => one.tag === 'stop').map((one) => one.attributes['stop-color']);
    expect([bar[0], bar.at(-1)]).toEqual([heatColor(0), heatColor(1)]);
  });

  test('the legend has the value whose colour is halfway', () => {
    const squares = small([[0, 1]], { level: (value) => value * value, text: (value) => value.toFixed(4) });
    expect(words(heat(squares)(600))).toEqual(expect.arrayContaining(['0.0000', '0.7071', '1.0000']));
  });

  test('long names are cut, and whole in a title', () => {
    const name = 'banker-sftinf spending=proportional skip_stale=true';
    const drawing = heat({ ...small([[0.5]]), rows: [name] })(330);
    const label = all(drawing.body).find((one) => one.tag === 'text' && one.children.length > 1)!;
    expect(label.children[0]).toMatch(/^banker-sft.*….*true$/);
    expect((label.children[1] as Node).children).toEqual([name]);
  });

  test('without agents, problems or values it still is a picture', () => {
    expect(heat({ ...small([[1]]), rows: [], values: [] })(330).stops).toEqual([]);
    expect(heat({ ...small([[1]]), columns: [], values: [[]] })(330).stops).toEqual([]);
    expect(heat(small([[null, null]]))(330).stops.length).toBe(2);
  });
});
