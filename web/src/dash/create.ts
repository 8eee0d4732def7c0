// #/new: a bandit is made by a form, whose fields are those of the server's catalog.
import { h } from '../dom.ts';
import { Refused, wordsOf, type Context, type View } from './context.ts';
import { codeBlock } from './copy.ts';
import { draftOf, fieldOf, isGround, missingWords, type Draft, type Typed } from './form.ts';
import { createLine } from './form_curl.ts';
import { parameterField, rangeField, type Field } from './form_field.ts';
import { agentField, groundFields, nameField, termFields } from './form_fields.ts';
import { banditHash } from './route.ts';
import type { Catalog } from './wire.ts';

export function createView(context: Context): View {
  const room = h('div', {}, h('p', { class: 'note', role: 'status' }, 'Asking the server which agents it has …'));
  const element = h('article', { class: 'create' }, h('h1', {}, 'New bandit'), room);
  let stopped = false;
  async function load(): Promise<void> {
    try {
      const catalog = await context.client.get<Catalog>('/v1/catalog');
      if (!stopped) room.replaceChildren(form(context, catalog));
    } catch (error) {
      const again = h('button', { type: 'button', onclick: () => void load() }, 'Try again');
      room.replaceChildren(h('p', { class: 'trouble', role: 'alert' }, wordsOf(error)), again);
    }
  }
  void load();
  return { element, title: 'New bandit', stop: () => void (stopped = true) };
}

function form(context: Context, catalog: Catalog): HTMLElement {
  const { client } = context;
  const name = nameField();
  const agent = agentField(catalog);
  const terms = termFields(catalog.terms);
  const ground = h('div', { class: 'fields' });
  const parameters = h('div', { class: 'fields grid' });
  const summary = h('summary', {});
  const more = h('details', { class: 'more' }, summary, parameters);
  const alert = h('div', { class: 'trouble', role: 'alert', tabindex: '-1', hidden: true });
  const create = h('button', { type: 'submit', class: 'primary' }, 'Create');
  const preview = codeBlock('The request that makes this bandit');
  const kept = new Map<string, string>(); // of all agents: who looks at another one loses nothing
  const touched = new Set<string>();
  let own: Field[] = [];
  let tried = false;

  const fields = (): Field[] => [name, agent, ...own, ...terms.fields];
  const chosen = () => catalog.agents.find((one) => one.name === agent.value()) ?? catalog.agents[0]!;
  function typed(): Typed {
    const extra = Object.entries(terms.extra).map(([key, value]) => [key, value()] as const);
    return Object.fromEntries([...fields().map((field) => [field.key, field.value()] as const), ...extra]);
  }

  /** The fields of the chosen agent, with what was typed before. */
  function remake(): void {
    for (const field of own) kept.set(field.key, field.value());
    const about = chosen();
    const range = about.parameters.filter(({ name, type }) => name === 'loss_range' && type === 'range');
    const first = [...groundFields(about), ...range.map(rangeField)];
    const rest = about.parameters.filter((one) => one.name !== 'arms' && !isGround(one.name) && !range.includes(one)).map(parameterField);
    own = [...first, ...rest];
    for (const field of own) {
      const before = kept.get(field.key);
      if (before !== undefined && before !== '?') field.set(before);
      field.control.dispatchEvent(new Event('change')); // those that depend on it follow
    }
    ground.replaceChildren(...first.map((field) => field.element));
    parameters.replaceChildren(...rest.map((field) => field.element));
    summary.replaceChildren('Parameters', h('span', { class: 'count' }, ` ${rest.length}, all with defaults`));
    update();
  }

  function update(): Draft {
    const draft = draftOf(chosen(), catalog.terms, typed());
    for (const field of fields()) field.complain(tried || touched.has(field.key) ? (draft.problems[field.key] ?? null) : null);
    preview.set(createLine(client.origin, draft.body, client.token));
    preview.hold(missingWords(fields().filter((field) => draft.problems[field.key]).map((field) => field.label)));
    return draft;
  }

  /** At the top what the server said, and at the field it speaks of. */
  function refused(error: unknown): void {
    const status = error instanceof Refused ? error.status : 0;
    const known = fields();
    const key = fieldOf(wordsOf(error), status, typed(), known.map((field) => field.key));
    const field = known.find((one) => one.key === key);
    field?.complain(wordsOf(error));
    if (field && parameters.contains(field.element)) more.open = true;
    const jump = field && h('button', { type: 'button', onclick: () => field.control.focus() }, `Go to ${field.key}`);
    alert.replaceChildren(h('p', {}, h('strong', {}, 'It was not made. '), wordsOf(error)), ...(jump ? [jump] : []));
    alert.hidden = false;
    alert.focus();
    alert.scrollIntoView({ block: 'nearest' });
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (create.disabled) return;
    tried = true;
    alert.hidden = true;
    const { body, problems } = update();
    const wrong = fields().find((field) => problems[field.key]);
    if (wrong) {
      if (parameters.contains(wrong.element)) more.open = true;
      wrong.control.focus();
      return;
    }
    create.disabled = true;
    try {
      await client.post('/v1/bandits', body);
      context.say(`${String(body['name'])} is made.`);
      if (element.isConnected) context.go(banditHash(String(body['name']))); // the reader is still here
    } catch (error) {
      refused(error);
    } finally {
      create.disabled = false;
    }
  }

  function touch(event: Event): void {
    const key = (event.target as { name?: string }).name;
    if (key) touched.add(key);
    update();
  }

  agent.control.addEventListener('change', () => {
    tried = false; // the fields of another agent are new
    remake();
  });
  remake();
  const legend = h('legend', {}, 'When nobody tells');
  const element = h('form', { class: 'make', novalidate: true, onsubmit: (event) => void submit(event), onfocusout: touch, oninput: update, onchange: update },
    h('div', { class: 'typed' },
      alert,
      h('div', { class: 'fields' }, name.element, agent.element),
      ground,
      h('fieldset', {}, legend, h('div', { class: 'fields grid' }, ...terms.fields.map((field) => field.element))),
      more,
      h('div', { class: 'tools' }, create, h('a', { href: '#/', class: 'button' }, 'Cancel'))),
    h('aside', { class: 'preview', 'aria-label': 'Preview' },
      h('h2', {}, 'The same by hand'),
      preview.element,
      h('p', { class: 'note' }, 'What is left empty is not sent: the server takes the default. Arms, agent and terms of a bandit stay what they are.')));
  return element;
}
