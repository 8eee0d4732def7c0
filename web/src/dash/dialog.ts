// Questions before something is done that cannot be taken back. Escape and Cancel do nothing, as long as it is not under way; the focus goes back to where it was.
import { h, unique } from '../dom.ts';
import { wordsOf } from './context.ts';

export interface Question {
  title: string;
  body: HTMLElement[];
  yes: string; // what the button does: "Delete"
  danger?: boolean;
  ready?: () => boolean; // whether it may be done already; asked after everything that is typed
  /** May throw: what it says is shown, and the dialog stays. `going`: false when the page it belongs to was left meanwhile. */
  act: (say: (text: string) => void, going: () => boolean) => Promise<void>;
}

/** True when it was done. */
export function ask(question: Question): Promise<boolean> {
  const before = document.activeElement;
  const title = h('h2', { id: unique() }, question.title);
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const status = h('p', { class: 'note', role: 'status' });
  const yes = h('button', { type: 'submit', class: question.danger ? 'danger' : 'primary' }, question.yes);
  const no = h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const form = h('form', { method: 'dialog', onsubmit: submit, oninput: check },
    title, ...question.body, trouble, status, h('div', { class: 'tools' }, no, yes));
  const dialog = h('dialog', { class: 'question', 'aria-labelledby': title.id }, form);
  let busy = false;
  let doing = Promise.resolve(false);

  function check(): void {
    yes.disabled = busy || !(question.ready?.() ?? true);
    no.disabled = busy;
  }
  function submit(event: Event): void {
    event.preventDefault();
    if (!yes.disabled) doing = act();
  }
  async function act(): Promise<boolean> {
    busy = true;
    trouble.hidden = true;
    check();
    try {
      await question.act((text) => (status.textContent = text), () => dialog.open);
      dialog.close();
      return true;
    } catch (error) {
      trouble.textContent = wordsOf(error);
      trouble.hidden = false;
      return false;
    } finally {
      busy = false;
      check();
    }
  }

  document.body.append(dialog);
  check();
  dialog.showModal();
  if (!dialog.querySelector('[autofocus]')) no.focus();
  return new Promise((resolve) => {
    dialog.addEventListener('click', (event) => event.target === dialog && !busy && dialog.close()); // beside it
    dialog.addEventListener('cancel', (event) => busy && event.preventDefault());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(doing);
    });
  });
}
