// The frame around the pages: header, state of the connection, the page of the address.
import { h } from '../dom.ts';
import { themeButton } from '../theme.ts';
import { banditView } from './bandit.ts';
import { connect, nobody } from './client.ts';
import type { Context, View } from './context.ts';
import { createView } from './create.ts';
import { decisionView } from './decision.ts';
import { gone } from './gone.ts';
import { listView } from './list.ts';
import { mark } from './mark.ts';
import { parseRoute, type Route } from './route.ts';
import { status } from './status.ts';
import { toasts } from './toast.ts';
import { tokens } from './token.ts';
import type { Saved } from './wire.ts';

export function app(root: HTMLElement, saved: Saved | null): void {
  const main = h('main', { id: 'main', tabindex: '-1' });
  const corner = toasts();
  const line = status(() => show(false));
  const leave = h('button', { type: 'button', class: 'tool', title: 'Forget the token of this tab', onclick: forget }, 'Sign out');
  const known = tokens(() => (leave.hidden = known.get() === null), () => document.activeElement === document.body && land(main));
  const context: Context = {
    client: saved ? nobody() : connect(known, line),
    saved,
    go: (hash) => void (location.hash === hash ? show(true) : (location.hash = hash)),
    say: corner.say,
  };
  const links = [link('#/', 'Bandits'), link('#/new', 'New bandit')];
  const nav = h('nav', { 'aria-label': 'Pages' }, ...links, h('a', { href: '/openapi.json', target: '_blank', rel: 'noopener', title: 'The description of all requests, as JSON (OpenAPI)' }, 'API'));
  let view: View | null = null;

  /** The page of the address; `move`: the reader came from another one, and is taken to its heading. */
  function show(move: boolean): void {
    view?.stop();
    document.querySelectorAll<HTMLDialogElement>('dialog.question').forEach((question) => question.close()); // of the page before
    const route = parseRoute(location.hash);
    view = viewOf(route, context);
    main.replaceChildren(view.element);
    document.title = route.page === 'list' && !saved ? 'Banker' : `${view.title} – Banker`;
    links.forEach((one) => one.toggleAttribute('aria-current', false));
    links[route.page === 'list' ? 0 : route.page === 'new' ? 1 : -1]?.setAttribute('aria-current', 'page');
    if (!move) return;
    scrollTo({ top: 0, behavior: 'instant' });
    land(main);
  }

  function forget(): void {
    known.forget();
    show(false);
  }

  function skip(event: Event): void {
    event.preventDefault(); // the address says which page it is
    main.focus();
  }

  leave.hidden = known.get() === null || saved !== null;
  const brand = h('a', { class: 'brand', href: '#/' }, mark(), 'Banker');
  const since = saved && h('span', { class: 'line' }, 'saved');
  const inside = saved ? [brand, h('span', { class: 'grow' }), since] : [brand, nav, line.word, leave];
  const masthead = h('header', { class: 'masthead' }, h('div', {}, ...inside, themeButton()), line.banner);
  root.replaceChildren(h('div', { class: 'page' }, h('a', { class: 'skip', href: '#main', onclick: skip }, 'Skip to the page'),
    masthead, main), corner.element);
  // What stays below it while the page scrolls must know how high it is.
  new ResizeObserver(() => document.documentElement.style.setProperty('--masthead', `${masthead.offsetHeight}px`)).observe(masthead);
  addEventListener('hashchange', () => show(true));
  show(false);
}

/** Takes the focus to the heading; also to the one in its place, when a page is drawn anew because its data have come. */
function land(main: HTMLElement): void {
  const heading = main.querySelector('h1') ?? main;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  const drawn = new MutationObserver(() => {
    if (document.activeElement === heading && heading !== main) return;
    drawn.disconnect();
    if (!heading.isConnected && document.activeElement === document.body && main.querySelector('h1')) land(main);
  });
  drawn.observe(main, { childList: true, subtree: true });
}

function link(href: string, text: string): HTMLElement {
  return h('a', { href }, text);
}

function viewOf(route: Route, context: Context): View {
  try {
    if (context.saved) {
      const { name } = context.saved.state;
      return route.page === 'decision' ? decisionView(context, name, route.id) : banditView(context, name);
    }
    switch (route.page) {
      case 'list': return listView(context, route.query);
      case 'new': return createView(context);
      case 'bandit': return banditView(context, route.name);
      case 'decision': return decisionView(context, route.name, route.id);
      case 'unknown': return sorry('There is no such page', 'The address may have been cut off where it was copied.');
    }
  } catch (error) {
    console.error(error);
    return sorry('This page cannot be shown', `Something in it is not as it should be: ${String(error)}`);
  }
}

function sorry(title: string, text: string): View {
  return { element: gone(title, text), title, stop: () => {} };
}
