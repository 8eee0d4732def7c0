// The colours of the style sheet: legible, and different also for the colour-blind.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../src/base.css', import.meta.url), 'utf8');
function colours(from: string): Record<string, string> {
  const block = css.slice(css.indexOf(from), css.indexOf('}', css.indexOf(from)));
  return Object.fromEntries([...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1]!, found[2]!]));
}
const themes = { light: colours(':root {'), dark: colours(":root[data-theme='dark']") };
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const weights = [0.2126, 0.7152, 0.0722];
const part = (colour: string, i: number) => linear(parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16) / 255);
const light = (colour: string) => weights.reduce((sum, weight, i) => sum + weight * part(colour, i), 0);
const contrast = (a: string, b: string) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

test.each(Object.entries(themes))('%s: text and lines are legible', (_, theme) => {
  expect(Object.keys(theme).sort()).toEqual(Object.keys(themes.light).sort());
  expect(Object.keys(theme).length).toBeGreaterThan(20);
  for (const ground of ['--paper', '--card']) {
    for (const text of ['--ink', '--quiet', '--accent']) expect(contrast(theme[text]!, theme[ground]!), text).toBeGreaterThan(4.5);
  }
  expect(contrast(theme['--warn-ink']!, theme['--warn']!)).toBeGreaterThan(4.5);
  expect(contrast(theme['--pool']!, theme['--card']!), 'in a row under the pointer').toBeGreaterThan(3);
  for (const line of ['--edge', '--loan', '--saved', '--pool', '--open', ...Array.from({ length: 8 }, (_, i) => `--s${i}`)])
    expect(contrast(theme[line]!, theme['--paper']!), line).toBeGreaterThan(3);
});

// How the colour-blind see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
const sights: Record<string, number[][]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'no long waves': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'no middle waves': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
};
const times = (matrix: number[][], v: number[]) => matrix.map((row) => row.reduce((sum, a, i) => sum + a * v[i]!, 0));
const toLms = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const toLab = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];
const oklab = (v: number[]) => times(toLab, times(toLms, v.map((one) => Math.max(0, one))).map(Math.cbrt));

test.each(Object.entries(themes).flatMap(([name, theme]) => Object.keys(sights).map((sight) => [name, sight, theme] as const)))(
  '%s, %s: series differ',
  (_, sight, theme) => {
    const seen = Array.from({ length: 8 }, (_, i) => oklab(times(sights[sight]!, [0, 1, 2].map((k) => part(theme[`--s${i}`]!, k)))));
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < i; j++) {
        const distance = Math.hypot(...seen[i]!.map((a, k) => a - seen[j]![k]!));
        expect(distance, `--s${i} and --s${j}`).toBeGreaterThan(0.09);
      }
    }
  },
);
