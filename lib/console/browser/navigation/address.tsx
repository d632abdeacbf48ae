import { useLayoutEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

/** The page's URL, which contains the page and its state. */
interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Incremented each time a page is opened, so that opening the same page again resets it. */
  readonly visit: number;
}

const listeners = new Set<() => void>();
let visit = 0;

const read = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search), visit });

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** What to ask before the person leaves a page that shows a secret or is importing. */
const questions = new Set<string>();
const mayLeave = (): boolean => [...questions].every((question) => confirm(question));

/** The address of the page that is shown. After "back", the address bar already shows another address. */
let shown = location.href;

const show = (change: 'pushState' | 'replaceState', to: string): void => {
  history[change](null, '', to);
  shown = location.href;
  notify();
};

/** The state of a page that its history entry has, but its URL does not. */
interface PageState {
  readonly scrollY?: number;
  readonly searchText?: string;
}

/** After "back": the scroll position at which the person left this page. Undefined for a page that a link opened. */
let scrollToRestore: number | undefined;

/** After "back": the text that the person last searched for on this page. */
let textToRestore = '';
/** The text that the current page searches for. */
let searchText = '';

addEventListener('popstate', ({ state }: PopStateEvent) => {
  if (!mayLeave()) {
    history.pushState(null, '', shown);
    return;
  }
  visit += 1;
  const { scrollY: top, searchText: text = '' } = (state ?? {}) as PageState;
  scrollToRestore = top;
  textToRestore = text;
  // The address has changed already. This shows the page.
  show('replaceState', location.href);
});

/** While `isActive`, links and "back" ask `question`, and the browser asks before it closes or reloads the page. */
export const useLeaveGuard = (isActive: boolean, question: string): void => {
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    questions.add(question);
    addEventListener('beforeunload', beforeUnload);
    return () => {
      questions.delete(question);
      removeEventListener('beforeunload', beforeUnload);
    };
  }, [isActive, question]);
};

/** Shows another address of the console without a reload. */
export const navigate = (to: string): void => {
  if (!mayLeave()) return;
  visit += 1;
  history.replaceState({ scrollY, searchText } satisfies PageState, '', shown);
  scrollToRestore = undefined;
  textToRestore = '';
  show('pushState', to);
  scrollTo(0, 0);
};

/** After "back", scrolls to where the person left the page, once its content is shown. */
export const useRestoredScroll = (isShown: boolean): void =>
  useLayoutEffect(() => {
    if (!isShown || scrollToRestore === undefined) return;
    scrollTo(0, scrollToRestore);
    scrollToRestore = undefined;
  }, [isShown]);

/** The text that the page searches for. "Back" restores it. It can identify a person, so it is not in the URL. */
export const useSearchText = (): readonly [string, (text: string) => void] => {
  const [text, setText] = useState(textToRestore);
  useLayoutEffect(() => {
    searchText = text;
    return () => {
      searchText = '';
    };
  }, [text]);
  return [text, setText];
};

/** Replaces the current address, so that "back" does not return to it. */
export const correctAddress = (to: string): void => show('replaceState', to);

/**
 * Keeps part of a page's state in its URL, so that reloads, bookmarks and shared links restore it. Empty values
 * are omitted. The history entry is replaced, so that "back" leads to the previous page and not through every keystroke.
 */
export const setQuery = (values: Readonly<Record<string, string>>): void => {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  correctAddress(location.pathname + (text === '' ? '' : `?${text}`));
};

/** Returns the current address, and renders again when it changes. */
export const useAddress = (): Address => {
  const [address, setAddress] = useState(read);
  // Before the page is painted, so that no change by the person is missed.
  useLayoutEffect(() => {
    const listener = (): void => setAddress(read());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return address;
};

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly title?: string;
}

/** A link inside the console. The browser handles a click with a modifier key (new tab, download). */
export const Link = ({ href, children, isCurrent = false, class: className, title }: LinkProps) => {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} onClick={follow} class={className} title={title} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
};
