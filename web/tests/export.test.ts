import { expect, test } from 'vitest';
import type { Drawing } from '../src/chart/drawing.ts';
import { fileName, substitute, svgFile } from '../src/export.ts';
import { node, text } from '../src/scene.ts';

const drawing: Drawing = {
  width: 300,
  height: 200,
  body: [
    node('path', { d: 'M0 0L10 10', stroke: 'var(--s1)', fill: 'none' }),
    node('rect', { style: 'fill:var(--loan, red);stroke:var(--line)' }),
    text(5, 5, 'a < b & "c"', { fill: 'var(--ink)' }),
  ],
  stops: [],
};
const variables = { '--s1': ' #0072b2', '--loan': '#c50', '--line': '#ddd', '--ink': '#111', '--quiet': '#666', '--paper': '#fff' };
const file = svgFile(drawing, 'Regret & <rank>', 'banker 0.1 · seeds 1 to 16', variables);

// Reads tags and text with a stack: throws where a tag is not closed, an attribute is not quoted or a sign is not escaped.
function tags(source: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  let rest = source;
  while (rest) {
    const token = /^(?:<\/(\w+)>|<(\w+)((?:\s[\w:-]+="[^"<]*")*)\s*>|((?:[^<>&]|&(?:amp|lt|gt|quot);)+))/.exec(rest);
    if (!token) throw new Error(`not well-formed: ${rest.slice(0, 40)}`);
    if (token[1] && open.pop() !== token[1]) throw new Error(`</${token[1]}> closes nothing`);
    if (token[2]) {
      open.push(token[2]);
      seen.push(token[2]);
    }
    rest = rest.slice(token[0].length);
  }
  if (open.length > 0) throw new Error(`open: ${open.join()}`);
  return seen;
}

test('the file is well-formed', () => {
  expect(tags(file)).toEqual(['svg', 'title', 'rect', 'text', 'g', 'path', 'rect', 'text', 'text']);
  expect(() => tags(file.replace('</g>', ''))).toThrow();
});

test('no variable is left, nor a reference to elsewhere', () => {
  expect(file).not.toContain('var(');
  expect(file).toContain('stroke="#0072b2"');
  expect(file).toContain('fill:#c50;stroke:#ddd');
  expect(file.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|href|url\(|@import/);
});

test('title, paper and credit have room of their own', () => {
  expect(file).toContain('Regret &amp; &lt;rank&gt;');
  expect(file).toContain('banker 0.1 · seeds 1 to 16');
  expect(file).toContain('<rect width="332" height="270" fill="#fff">');
  expect(file).toContain('viewBox="0 0 332 270"');
});

test('a long title has several lines', () => {
  const long = svgFile(drawing, 'Regret of all agents in the problem with the longest name', '', variables);
  expect(tags(long).filter((tag) => tag === 'text')).toHaveLength(4);
  expect(long).toContain('viewBox="0 0 332 290"');
  expect(long).toContain('translate(16 60)');
});

test('a variable without a value is black', () => {
  expect(substitute('fill="var(--none)"', variables)).toBe('fill="#000"');
});

test('names of files', () => {
  expect(fileName('Regret: banker, 5 arms')).toBe('regret-banker-5-arms');
  expect(fileName('≤≥')).toBe('chart');
});
