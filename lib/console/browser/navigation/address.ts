import { useEffect, useState } from 'preact/hooks';

/** The page's URL, which contains the page and its state. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Goes up each time a page is opened, so that opening the same page again resets that page. */
  readonly visit: number;
}

const listeners = new Set<() => void>();
let visit = 0;

const read = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search), visit });

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Asks before the person leaves a page that shows a secret or is importing. @returns whether to leave */
type LeaveGuard = () => boolean;
const guards = new Set<LeaveGuard>();
const mayLeave = (): boolean => [...guards].every((guard) => guard());

/** The address of the page that is shown. After "back", the address bar already shows another address. */
let shown = location.href;

addEventListener('popstate', () => {
  if (!mayLeave()) {
    history.pushState(null, '', shown);
    return;
  }
  shown = location.href;
  visit += 1;
  notify();
});

/** While `isActive`, links and "back" ask `question`, and the browser asks before it closes or reloads the page. */
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

/** Shows another address of the console without a reload. */
export const navigate = (to: string): void => {
  if (!mayLeave()) return;
  history.pushState(null, '', to);
  shown = location.href;
  visit += 1;
  scrollTo(0, 0);
  notify();
};

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
  history.replaceState(null, '', location.pathname + (text === '' ? '' : `?${text}`));
  shown = location.href;
  notify();
};

/** Replaces the current address, so that "back" does not return to it. */
export const correctAddress = (to: string): void => {
  history.replaceState(null, '', to);
  shown = location.href;
  notify();
};

/** Returns the current address, and renders again when it changes. */
export const useAddress = (): Address => {
  const [address, setAddress] = useState(read);
  useEffect(() => {
    const listener = (): void => setAddress(read());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return address;
};
