// Server-sent events, cut anywhere.
import { expect, test } from 'vitest';
import { sseParser, type Message } from '../src/dash/sse.ts';

function parsed(...pieces: string[]): Message[] {
  const found: Message[] = [];
  const parse = sseParser((message) => found.push(message));
  pieces.forEach(parse);
  return found;
}

const stream = 'event: state\ndata: {"a":1}\n\n: ping\n\nevent: tell\ndata: one\ndata:two\n\ndata: plain\n\n';
const messages = [
  { kind: 'state', data: '{"a":1}' },
  { kind: 'tell', data: 'one\ntwo' },
  { kind: 'message', data: 'plain' },
];

test.each([['\n'], ['\r\n'], ['\r']])('lines may end in %j, and pieces anywhere', (end) => {
  const text = stream.replaceAll('\n', end);
  expect(parsed(text)).toEqual(messages);
  expect(parsed(...text)).toEqual(messages); // letter by letter
  for (let cut = 0; cut <= text.length; cut++) expect(parsed(text.slice(0, cut), '', text.slice(cut))).toEqual(messages);
});

test('a message counts when its empty line has come', () => {
  expect(parsed('event: a\ndata: 1\n')).toEqual([]);
  expect(parsed('event: a\ndata: 1\n', '\n')).toEqual([{ kind: 'a', data: '1' }]);
});

test('a message without data is none, and its name does not go on to the next', () => {
  expect(parsed('event: a\n\ndata: 1\n\n')).toEqual([{ kind: 'message', data: '1' }]);
});

test('fields: one space after the colon, none needed, unknown ones, no colon', () => {
  expect(parsed('id: 7\nretry: 10\ndata:  x: y\nwhat\ndata\n\n')).toEqual([{ kind: 'message', data: ' x: y\n' }]);
});

test('a byte order mark at the beginning is nothing', () => {
  expect(parsed('\uFEFFdata: 1\n\n')).toEqual([{ kind: 'message', data: '1' }]);
});

test('a large message in many pieces', () => {
  const data = JSON.stringify(Array.from({ length: 50_000 }, (_, i) => i));
  const text = `event: bandits\ndata: ${data}\n\n`;
  const pieces = text.match(/.{1,1000}|\n/gs)!;
  expect(pieces.length).toBeGreaterThan(100);
  expect(parsed(...pieces)).toEqual([{ kind: 'bandits', data }]);
});
