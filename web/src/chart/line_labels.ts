// Labels in a line chart: names at the ends of the curves, and of the overlays that leave the picture.
import { node, path, text, type Node } from '../scene.ts';
import { fit, kFont, kHalo, quiet, spread, textWidth, type Frame } from './axes.ts';
import { pixels, title, type Curve, type Point } from './curve.ts';

const kMostLabels = 8;
const kWide = 640; // in narrower pictures only short names are beside the curves
const kShort = 0.14; // of the width, with the leader
const kGap = 14; // of labels
const kMostRows = 3; // of labels of what leaves the picture
const kLeader = 16;
const kBeside = kLeader + 4;

export interface EndLabel {
  name: string;
  color: string;
  point: Point;
}

export function ends(curves: Curve[], width: number): EndLabel[] {
  const drawn = curves.filter((curve) => !curve.overlay && curve.stretches.length > 0);
  const long = Math.max(0, ...drawn.map(({ series }) => textWidth(series.name))) + kBeside;
  if (drawn.length > kMostLabels || (width < kWide && long > kShort * width)) return [];
  return drawn.map(({ series, stretches }) => ({
    name: fit(series.name, 0.28 * width),
    color: series.style.color,
    point: stretches.at(-1)!.at(-1)!,
  }));
}

/** How much room they take beside the plot: enough, as the picture ends there. Some letters are as wide as two. */
export function roomFor(labels: EndLabel[]): number {
  return Math.max(0, ...labels.map(({ name }) => textWidth(name + name.replace(/[^mwMW]/g, '')) + kBeside + 4));
}

export function endLabels(labels: EndLabel[], plot: Frame): Node[] {
  const wanted = labels.map((label) => plot.y.to(label.point.y));
  const places = spread(wanted, kGap, plot.top, plot.bottom);
  return labels.flatMap(({ name, color, point }, i) => {
    const [from, to] = [wanted[i]!, places[i]!];
    const { right } = plot;
    // Inside of the plot the leader is quiet: it must not look like a curve that goes on.
    const inside = node('path', { d: path([[plot.x.to(point.x), from], [right, from]]), stroke: 'var(--quiet)', 'stroke-opacity': 0.5 });
    const outside = path([[right, from], [right + 3, from], [right + kLeader - 4, to], [right + kLeader, to]]);
    return [
      ...(plot.x.to(point.x) < right - 1 ? [inside] : []),
      node('path', { d: outside, fill: 'none', stroke: color, 'stroke-width': 1 }),
      text(right + kBeside, to + 4, name, { fill: 'var(--ink)', 'font-size': kFont }),
    ];
  });
}

/** The first place where an overlay is outside, and on which side; null if it never is. */
function exit(curve: Curve, plot: Frame): { x: number; up: boolean } | null {
  const { top, bottom } = plot;
  for (const stretch of curve.stretches) {
    const points = pixels(stretch, plot);
    const first = points.findIndex(([, y]) => y < top - 1 || y > bottom + 1);
    if (first < 0) continue;
    const [x, y] = points[first]!;
    const up = y < top;
    const before = points[first - 1];
    return { x: before ? before[0] + ((x - before[0]) * ((up ? top : bottom) - before[1])) / (y - before[1]) : x, up };
  }
  return null;
}

/** "bound of banker ↑" where it leaves, in the first row that is free there; an arrow alone if there is none. */
export function leaving(overlays: Curve[], plot: Frame): Node[] {
  const found = overlays.flatMap((curve) => {
    const place = exit(curve, plot);
    return place ? [{ series: curve.series, ...place }] : [];
  });
  // From the right to the left, so that the labels become stairs along the curves.
  found.sort((a, b) => b.x - a.x);
  const taken = found.map(({ x, up }) => ({ row: 0, up, from: x - 5, to: x + 5 }));
  return found.flatMap(({ series, x, up }) => {
    const color = series.style.color;
    const name = fit(title(series), plot.right - plot.left - 24);
    const long = textWidth(name) + 14;
    const from = Math.max(plot.left, Math.min(x + 6, plot.right - long));
    const covers = (row: number) => (one: (typeof taken)[number]): boolean =>
      one.row === row && one.up === up && one.from < from + long && from < one.to;
    const row = [...Array(kMostRows).keys()].find((candidate) => !taken.some(covers(candidate)));
    const arrow = arrowhead(x, up ? plot.top : plot.bottom, up, color);
    if (row === undefined) return [arrow];
    taken.push({ row, up, from, to: from + long });
    const label = quiet(from, up ? plot.top + 12 + kGap * row : plot.bottom - 5 - kGap * row, `${name} `, kHalo);
    label.children.push(node('tspan', { fill: color, 'font-weight': 600 }, [up ? '↑' : '↓']));
    return [arrow, label];
  });
}

function arrowhead(x: number, edge: number, up: boolean, color: string): Node {
  const tail = edge + (up ? 6 : -6);
  return node('path', { d: `${path([[x, edge], [x + 3.5, tail], [x - 3.5, tail]])}Z`, fill: color });
}
