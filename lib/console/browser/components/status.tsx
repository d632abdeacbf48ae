import { useLayoutEffect, useReducer } from 'preact/hooks';

interface Announcement {
  readonly text: string;
  /** A button beside the text, such as Undo. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

let current: Announcement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Renders each region again. Only the last shows the status, because screen readers cannot read the page behind a dialog. */
let regions: readonly (() => void)[] = [];

const show = (announcement: Announcement | undefined): void => {
  current = announcement;
  for (const render of regions) render();
};

const SHOWN_MS = 10_000;
const SHOWN_WITH_ACTION_MS = 30_000;

/** Announces what has just happened, on the page and to screen readers, without moving the focus. */
export const announce = (text: string, { action }: Pick<Announcement, 'action'> = {}): void => {
  clearTimeout(timer);
  show({ text, action });
  timer = setTimeout(() => show(undefined), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
};

/** Adds a region. @returns a function that removes it */
const addRegion = (render: () => void): (() => void) => {
  regions = [...regions, render];
  show(undefined);
  return () => {
    regions = regions.filter((one) => one !== render);
    show(current);
  };
};

/** Hides the page's status while the calling element shows a status of its own, so that there is only one. */
export const useOwnStatus = (): void => useLayoutEffect(() => addRegion(() => undefined), []);

/** The live region of the page, or of the dialog over it. */
export const StatusRegion = ({ isInDialog = false }: { readonly isInDialog?: boolean }) => {
  const [, render] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => addRegion(render), []);
  if (regions.at(-1) !== render) return null;
  const { text, action } = current ?? {};
  const run = (): void => {
    show(undefined);
    action?.run();
  };
  return (
    <div role="status" class={text === undefined ? 'visually-hidden' : isInDialog ? 'done' : 'toast'}>
      {text}
      {action && (
        <button type="button" class="quiet" onClick={run}>
          {action.text}
        </button>
      )}
    </div>
  );
};
