// The fields of the form that are not simply parameters of an agent: its name, the arms or the ground, and the terms.
import { h } from '../dom.ts';
import { whole } from '../format.ts';
import { isGround, kUnits, readArms } from './form.ts';
import { kActions, kBodies } from './form_examples.ts';
import { choice, fieldOf, parameterField, textInput, usualWords, type Field } from './form_field.ts';
import type { Catalog, CatalogAgent, Parameter } from './wire.ts';

const kStart = 'banker';

// Which one to take, in a line.
const kAdvice: Record<string, string> = {
  banker: 'Start here: losses or rewards have a known range, and outcomes come late. It assumes nothing of how either comes about.',
  'banker-scale-free': 'For losses of unknown size and any sign.',
  'banker-sftinf': 'For times, costs and counts: not negative, of unknown size, and next to no delay.',
  'delayed-thompson': 'For clicks, about 1 % and steady: it learns far sooner there, but expects rates that do not change. Keep expire_after short.',
  'banker-bolo': 'For actions that fill a convex body, and losses that are linear in them.',
  uniform: 'Learns nothing: a yardstick.',
};

export function nameField(): Field {
  const control = textInput('ads');
  control.required = true;
  control.maxLength = 100;
  return fieldOf('name', 'Name', control, ['It is part of every address: 1 to 100 of ', h('code', { class: 'nowrap' }, 'A-Z a-z 0-9 . _ ~ -')]);
}

export function agentField(catalog: Catalog): Field {
  const group = (label: string, kind: string): HTMLElement =>
    h('optgroup', { label }, ...catalog.agents.filter((agent) => agent.kind === kind).map(({ name }) => h('option', { selected: name === kStart }, name)));
  const control = h('select', {}, group('Arms: one of a list', 'arms'), group('Linear: points of a body', 'linear'));
  const about = h('span', { class: 'about', 'aria-live': 'polite' });
  const say = (): void => {
    const agent = catalog.agents.find(({ name }) => name === control.value);
    about.replaceChildren(...(agent ? aboutAgent(agent) : []));
  };
  control.addEventListener('change', say);
  say();
  return fieldOf('agent', 'Agent', control, [about]);
}

function aboutAgent({ name, paper, range, kind }: CatalogAgent): HTMLElement[] {
  const advice = kAdvice[name];
  return [
    ...(advice ? [h('strong', {}, advice)] : []),
    h('span', {}, `${paperWords(paper)} ${rangeWords(range)}`),
    kind === 'linear'
      ? h('span', { class: 'take' }, 'Of the linear agents take ', h('code', {}, 'banker-bolo'), ' unless you know better.')
      : h('span', { class: 'take' }, 'Take ', h('code', {}, kStart), ' unless you know better; for clicks whose rates stay as they are, ',
        h('code', {}, 'delayed-thompson'), '.'),
  ];
}

const kPaper = '"Banker Online Mirror Descent"';

/** As a sentence that says which paper is meant; the name of a file is of no use here. */
export function paperWords(paper: string): string {
  const text = paper.replace(/[:;,]?\s*docs\/\w+\.md/g, '').trim();
  const said = text.replace(/^((?:Algorithm|Section) \d+)/, `$1 of the paper ${kPaper}`).replace(/^beyond the paper$/, `beyond the paper ${kPaper}`);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

function rangeWords([low, high]: readonly [number, number]): string {
  const huge = 1e100;
  if (high < huge) return `Losses, or rewards, from ${low} to ${high}.`;
  return low > -huge ? `Losses of any size from ${low} on.` : 'Losses of any size and sign.';
}

/** What an agent decides among: arms, or a body or a list of actions. */
export function groundFields(agent: CatalogAgent): Field[] {
  const own = agent.parameters.filter(({ name }) => isGround(name));
  if (own.length === 0) return [armsField()];
  const control = h('select', {}, h('option', { value: 'body' }, 'any point of a body'), h('option', { value: 'actions' }, 'one of a list of points'));
  const pick = fieldOf('ground', 'What is played', control, []);
  const fields = own.map(groundField);
  const show = (): void => fields.forEach(({ key, element }) => (element.hidden = key !== control.value));
  control.addEventListener('change', show);
  show();
  return [pick, ...fields];
}

/** Text with examples, which a press puts into it. */
function groundField({ name, help }: Parameter): Field {
  const examples = name === 'body' ? kBodies : kActions;
  const area = h('textarea', { rows: 3, class: 'mono', placeholder: examples[0]![1], spellcheck: 'false' });
  const field = fieldOf(name, name, area, [help]);
  field.element.append(h('ul', { class: 'examples', 'aria-label': `Examples of ${name}` }, ...examples.map(([what, example]) => h('li', {},
    h('button', { type: 'button', class: 'link', 'aria-label': `Use the example: ${what}`, onclick: () => put(area, example) }, what), ' ',
    h('code', {}, example)))));
  return field;
}

function put(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true })); // the preview follows
  area.focus();
}

function armsField(): Field {
  const control = h('textarea', { rows: 4, required: true, placeholder: 'red\ngreen\nblue', spellcheck: 'false', autocapitalize: 'off' });
  const count = h('span', { class: 'usual' });
  const say = (): void => {
    const found = readArms(control.value);
    if (!found || 'problem' in found) count.textContent = '';
    else if (typeof found.value === 'number') count.textContent = `${whole(found.value)} arms, 0 to ${found.value - 1}`;
    else count.textContent = `${whole((found.value as string[]).length)} arms`;
  };
  control.addEventListener('input', say);
  return fieldOf('arms', 'Arms', control, ['What to choose from: a name per line. Or a number, and arms are 0, 1, 2, …', count]);
}

const kTermWords: Record<string, string> = {
  expire_after: 'Decisions without an outcome expire after', on_expiry: 'Silence is then', late: 'An outcome after that', max_open: 'Open decisions, at most',
};
const kLate: Record<string, string> = { ignore: 'is ignored', accept: 'counts like any other', refuse: 'is refused' };

/** The terms, and the two controls that belong to them: the unit, and the value of silence. */
export function termFields(terms: readonly Parameter[]): { fields: Field[]; extra: Record<string, () => string> } {
  const unit = h('select', { 'aria-label': 'Unit' }, ...kUnits.map(([name]) => h('option', { selected: name === 'min' }, name)));
  const silence = h('input', { type: 'number', step: 'any', 'aria-label': 'Its value', hidden: true, value: '0' });
  const fields = terms.map((parameter) => termField(parameter, unit, silence));
  return { fields, extra: { unit: () => unit.value, silence: () => silence.value } };
}

function termField(parameter: Parameter, unit: HTMLElement, silence: HTMLInputElement): Field {
  const { name, help } = parameter;
  const label = kTermWords[name];
  if (!label) return parameterField(parameter);
  const usual = h('span', { class: 'usual' }, 'Default: ', usualWords(parameter));
  const key = h('code', {}, name);
  if (name === 'expire_after') {
    const control = h('input', { type: 'number', min: 0, step: 'any', placeholder: 'never', inputmode: 'decimal', autocomplete: 'off' });
    return fieldOf(name, label, control, [key, '. Empty: they wait for ever.'], [unit]);
  }
  if (name === 'on_expiry') {
    const control = choice([['', 'no outcome: drop it'], ['reward', 'a reward of'], ['loss', 'a loss of']]);
    control.addEventListener('change', () => {
      silence.hidden = control.value === '';
      silence.value = control.value === 'loss' ? '1' : '0';
    });
    return fieldOf(name, label, control, [key, '. A drop counts as the best loss there is: for clicks take a reward of 0.'], [silence]);
  }
  if (name === 'late') {
    const control = choice(Object.entries(kLate).map(([value, words]) => [value === (parameter.default ?? 'ignore') ? '' : value, words]));
    return fieldOf(name, label, control, [key, '. It can count only where silence is dropped (above).']);
  }
  return fieldOf(name, label, parameterField(parameter).control, [key, `: ${help}`, usual]);
}
