// Light, dark, or as the machine is set. The style sheet reads data-theme of <html>, which is always one of the first two.
import { h } from './dom.ts';

export type Theme = 'auto' | 'light' | 'dark';

const kThemes: readonly Theme[] = ['auto', 'light', 'dark'];
const kKey = 'banker-theme';
const kSigns: Record<Theme, string> = { auto: '◐', light: '○', dark: '●' };

// A page from a file may have no storage; then the choice lasts as long as the page.
function stored(): Theme {
  try {
    const theme = localStorage.getItem(kKey) as Theme | null;
    return theme && kThemes.includes(theme) ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(kKey, theme);
  } catch {
    // as above
  }
}

/** A button that goes through the themes; the first one is set at once. */
export function themeButton(): HTMLButtonElement {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let theme = stored();
  const button = h('button', { type: 'button', class: 'tool', onclick: next });
  function show(): void {
    document.documentElement.dataset['theme'] = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
    button.replaceChildren(h('span', { 'aria-hidden': 'true' }, kSigns[theme]), ` colours: ${theme}`);
    button.setAttribute('aria-label', `Colours: ${theme}. Change them`);
  }
  function next(): void {
    theme = kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length]!;
    store(theme);
    show();
  }
  dark.addEventListener('change', show);
  addEventListener('beforeprint', () => (document.documentElement.dataset['theme'] = 'light')); // paper is white
  addEventListener('afterprint', show);
  show();
  return button;
}
