// Code with a button that copies it.
import { h, say } from '../dom.ts';

export interface Code {
  element: HTMLElement;
  set(text: string): void;
  hold(why: string | null): void; // it cannot be copied yet, and why; null: it can
}

/** `label` says what it is to those who do not see it. Where there is no clipboard the text is selected instead. */
export function codeBlock(label: string): Code {
  let text = '';
  const code = h('pre', { tabindex: '0', role: 'region', 'aria-label': label });
  const copying = copyButton('Copy', () => text, () => getSelection()?.selectAllChildren(code));
  const reason = h('p', { class: 'note', hidden: true });
  return {
    element: h('div', { class: 'code' }, code, copying, reason),
    set(next) {
      if (next !== text) code.textContent = text = next;
    },
    hold(why) {
      copying.querySelector('button')!.disabled = why !== null;
      reason.hidden = why === null;
      say(reason, why ?? '');
    },
  };
}

export function copyButton(name: string, text: () => string, select: () => void): HTMLElement {
  const button = h('button', { type: 'button', class: 'tool copy', onclick: () => void copy() }, name);
  const live = h('span', { class: 'hidden', role: 'status' });
  let back = 0;
  async function copy(): Promise<void> {
    let said = 'Copied';
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      select();
      said = 'Selected: press Ctrl-C';
    }
    button.textContent = live.textContent = said;
    clearTimeout(back);
    back = window.setTimeout(() => {
      button.textContent = name;
      live.textContent = '';
    }, 2500);
  }
  return h('span', { class: 'copying' }, button, live);
}
