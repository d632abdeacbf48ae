import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Announcement {
  readonly text: string;
  /** If true, only screen readers get the text, because it is visible elsewhere. */
  readonly isQuiet: boolean;
  /** A button beside the text, such as Undo. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let current: Announcement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** How many elements, such as dialogs, show the status in place of the page. */
let ownStatuses = 0;

const notify = (): void => {
  for (const listener of listeners) listener();
};

const SHOWN_MS = 10_000;
const SHOWN_WITH_ACTION_MS = 30_000;

const hide = (): void => {
  current = undefined;
  notify();
};

/** Announces what has just happened, on the page and to screen readers, without moving the focus. */
export const announce = (text: string, options: Partial<Pick<Announcement, 'isQuiet' | 'action'>> = {}): void => {
  clearTimeout(timer);
  current = { text, isQuiet: options.isQuiet ?? false, action: options.action };
  timer = setTimeout(hide, options.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
  notify();
};

/**
 * Hides the page's status region while the calling element has its own. A modal dialog needs its own, because screen
 * readers cannot read the page behind it. The progress of an import has its own, because that status remains visible.
 */
export const useOwnStatus = (): void => {
  useEffect(() => {
    ownStatuses += 1;
    current = undefined;
    notify();
    return () => {
      ownStatuses -= 1;
      notify();
    };
  }, []);
};

/** The live region of the page, or of the dialog over it. */
export const StatusRegion = ({ isInDialog = false }: { readonly isInDialog?: boolean }): JSX.Element | null => {
  const [, render] = useState(0);
  useEffect(() => {
    const listener = (): void => render((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  if (!isInDialog && ownStatuses > 0) return null;
  const kind = isInDialog ? 'done' : 'toast';
  const action = current?.action;
  return (
    <div role="status" class={current === undefined || current.isQuiet ? 'visually-hidden' : kind}>
      {current?.text}
      {action !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            hide();
            action.run();
          }}
        >
          {action.text}
        </button>
      )}
    </div>
  );
};
