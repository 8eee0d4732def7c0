import { describe, expect, test } from 'vitest';
import { node, path, round, serialize, text } from '../src/scene.ts';

test('numbers of a path are rounded to a twentieth', () => {
  expect([0, 1.02, 1.03, -1.03, 2 / 3].map(round)).toEqual([0, 1, 1.05, -1.05, 0.65]);
  expect(String(round(0.1 + 0.2))).toBe('0.3');
});

test('a path moves to its first point and draws lines to the others', () => {
  expect(path([[0, 1], [2.26, -3], [1e3, 0.01]])).toBe('M0 1L2.25 -3L1000 0');
  expect(path([[4, 5]])).toBe('M4 5');
  expect(path([])).toBe('');
});

test('a text has rounded places, and its attributes may move it', () => {
  expect(text(1.234, 5, 'x', { fill: 'red' })).toEqual(node('text', { x: 1.25, y: 5, fill: 'red' }, ['x']));
  expect(text(1, 5, 'x', { y: 7 }).attributes['y']).toBe(7);
});

describe('serialize', () => {
  test('nests', () => {
    const scene = node('g', { id: 'a' }, [node('rect', { x: 1, y: 2.5 }), text(0, 0, 'word'), node('g')]);
    expect(serialize(scene)).toBe('<g id="a"><rect x="1" y="2.5"></rect><text x="0" y="0">word</text><g></g></g>');
  });

  test('leaves attributes out that are not defined, but not those that are 0 or empty', () => {
    expect(serialize(node('line', { x1: 0, dash: undefined, class: '' }))).toBe('<line x1="0" class=""></line>');
  });

  test('escapes what an agent or a file may be called', () => {
    const name = `a<b> & "c" 'd' &amp;`;
    const safe = `a&lt;b&gt; &amp; &quot;c&quot; 'd' &amp;amp;`;
    expect(serialize(node('text', { title: name }, [name]))).toBe(`<text title="${safe}">${safe}</text>`);
  });

  test('every sign is escaped, not just the first', () => {
    expect(serialize(node('text', {}, ['<<&&>>']))).toBe('<text>&lt;&lt;&amp;&amp;&gt;&gt;</text>');
  });
});
