// The token of this tab, and the dialog that asks for one.
import { h } from '../dom.ts';
import { answer, sentence } from './client.ts';
import { wordsOf } from './context.ts';
import { codeBlock } from './copy.ts';

const kKey = 'banker-token';
const kLook = '/v1/catalog'; // what any token may see

export interface Tokens {
  get(): string | null;
  forget(): void;
  /** True when there is one that the server knows; one dialog, however many ask. `known`: there was one before. */
  ask(detail: string, known: boolean): Promise<boolean>;
}

/** What can be sent in a header, without what a copy had around it; null if it is no token. */
export function cleaned(text: string): string | null {
  const token = text.trim().replace(/^Bearer\s+/i, '');
  return /^[\x21-\x7e]+$/.test(token) ? token : null;
}

/** `answered`: the dialog is gone. */
export function tokens(changed: () => void, answered?: () => void): Tokens {
  let held: string | null = stored();
  let asking: Promise<boolean> | null = null;
  function set(token: string | null): void {
    held = token;
    store(token);
    changed();
  }
  return {
    get: () => held,
    forget: () => set(null),
    ask(detail, known) {
      asking ??= dialog(detail, known).then((token) => {
        asking = null;
        if (token !== null || known) set(token);
        answered?.();
        return token !== null;
      });
      return asking;
    },
  };
}

/** A token that the server takes; null: the reader would rather not. */
function dialog(detail: string, known: boolean): Promise<string | null> {
  const input = h('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true, 'aria-describedby': 'token-error' });
  const error = h('p', { class: 'error', id: 'token-error', role: 'alert' }, known ? sentence(detail) : '');
  const go = h('button', { type: 'submit', class: 'primary' }, 'Go on');
  const command = codeBlock('Command that makes a token');
  command.set('banker token --data FILE --role admin');
  const form = h('form', { onsubmit: (event) => void submit(event) },
    h('h2', { id: 'token-title' }, 'This server wants a token'),
    h('p', {}, 'A token of any role may look; making, pausing and deleting bandits takes the role admin. On the machine of the server this makes one:'),
    command.element,
    h('div', { class: 'field' }, h('label', { for: 'token' }, 'Token'), input, error,
      h('p', { class: 'help' }, 'It stays in this tab, until the tab is closed.')),
    h('div', { class: 'tools' }, h('button', { type: 'button', onclick: () => box.close() }, 'Cancel'), go));
  const box = h('dialog', { 'aria-labelledby': 'token-title' }, form);
  let found: string | null = null;

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const token = cleaned(input.value);
    go.disabled = true;
    const trouble = token === null ? 'A token has only letters, digits, - and _.' : await refusal(token);
    go.disabled = false;
    error.textContent = trouble;
    input.setAttribute('aria-invalid', String(trouble !== ''));
    if (trouble !== '') return input.select();
    found = token;
    box.close();
  }

  document.body.append(box);
  box.showModal();
  input.focus();
  return new Promise((resolve) => box.addEventListener('close', () => {
    box.remove();
    resolve(found);
  }));
}

/** Why the server does not take it; empty: it does. */
async function refusal(token: string): Promise<string> {
  try {
    const { status } = await answer(kLook, {}, token);
    return status === 401 ? 'The server does not know this token. It may have been revoked, or be of another journal.' : '';
  } catch (error) {
    return wordsOf(error);
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(kKey);
  } catch {
    return null;
  }
}

function store(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(kKey);
    else sessionStorage.setItem(kKey, token);
  } catch {
    // then it lasts as long as the page
  }
}
