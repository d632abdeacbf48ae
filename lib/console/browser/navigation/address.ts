import { useEffect, useState } from 'preact/hooks';

/** What the address bar says: the page and the state of the page. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Counts how often a page was opened: the same page opened again begins anew. */
  readonly visit: number;
}

const listeners = new Set<() => void>();
let visit = 0;

const read = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search), visit });

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Leaves a page only if it agrees: a page that shows a secret, or is in the middle of an import, asks first. */
type LeaveGuard = () => boolean;
const guards = new Set<LeaveGuard>();
const mayLeave = (): boolean => [...guards].every((guard) => guard());

/** What is shown; after "back" the address bar is already elsewhere. */
let shown = location.href;

addEventListener('popstate', () => {
  if (!mayLeave()) {
    history.pushState(null, '', shown);
    return;
  }
  shown = location.href;
  visit += 1;
  changed();
});

/** Holds the page while `isActive`: links and "back" ask `question`, and the browser asks before it closes or reloads the page. */
export const useLeaveGuard = (isActive: boolean, question: string): void => {
  useEffect(() => {
    if (!isActive) return undefined;
    const guard: LeaveGuard = () => confirm(question);
    const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    guards.add(guard);
    addEventListener('beforeunload', beforeUnload);
    return () => {
      guards.delete(guard);
      removeEventListener('beforeunload', beforeUnload);
    };
  }, [isActive, question]);
};

/** Shows another address of the console without loading the page again. */
export const navigate = (to: string): void => {
  if (!mayLeave()) return;
  history.pushState(null, '', to);
  shown = location.href;
  visit += 1;
  scrollTo(0, 0);
  changed();
};

/**
 * Keeps part of a page's state in the address, so that a reload, a bookmark and a colleague see the same. Empty values
 * are left out. The entry in the history is replaced: "back" leads to the page before, not through every keystroke.
 */
export const setQuery = (values: Readonly<Record<string, string>>): void => {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(null, '', location.pathname + (text === '' ? '' : `?${text}`));
  shown = location.href;
  changed();
};

/** Puts the right address in place of one that was opened; "back" does not lead to the wrong one again. */
export const correctAddress = (to: string): void => {
  history.replaceState(null, '', to);
  shown = location.href;
  changed();
};

/** The address now, and again whenever it changes. */
export const useAddress = (): Address => {
  const [address, setAddress] = useState(read);
  useEffect(() => {
    const listener = (): void => setAddress(read());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return address;
};
