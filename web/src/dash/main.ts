import { h } from '../dom.ts';
import { app } from './app.ts';
import type { Saved } from './wire.ts';

/** What was saved in the page; null: it has a server; or a sentence. */
function read(): Saved | null | string {
  const text = document.getElementById('saved')?.textContent ?? '';
  if (text.startsWith('@')) return null; // the mark itself
  try {
    const saved = JSON.parse(text) as Saved;
    if (saved?.format === 1) return saved;
    return `This page can show data of format 1; what was saved in it is of format ${JSON.stringify(saved?.format) ?? 'unknown'}.`;
  } catch {
    return 'The data of this page cannot be read: the file is damaged.';
  }
}

const root = document.getElementById('page')!;
const saved = read();
if (typeof saved === 'string') root.replaceChildren(h('main', {}, h('h1', {}, 'Nothing to show'), h('p', { role: 'alert' }, saved)));
else app(root, saved);
addEventListener('beforeprint', () => document.querySelectorAll('figure').forEach((figure) => figure.dispatchEvent(new Event('draw'))));
