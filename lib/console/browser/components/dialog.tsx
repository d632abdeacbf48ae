import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { StatusRegion } from './status.tsx';

let show: (dialog: JSX.Element | undefined) => void = () => undefined;

/** Shows a dialog, in place of the one that is open. Only closing it or leaving the page ends it. */
export const openDialog = (dialog: JSX.Element): void => show(dialog);

export const closeDialog = (): void => show(undefined);

/** The place of the open dialog, outside the page, so that it survives when the page shows other data. */
export const DialogHost = (): JSX.Element | null => {
  const [dialog, setDialog] = useState<JSX.Element>();
  show = setDialog;
  return dialog ?? null;
};

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** If true, Escape does not close the dialog; only a control inside it does. */
  readonly isPersistent?: boolean;
}

/** A modal dialog. A click outside never closes it, because the input would be lost. */
export const Dialog = ({ title, children, isPersistent = false }: DialogProps): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // The focus returns to what opened the dialog. If that has disappeared, for example because its table row was removed,
      // the page's heading takes the focus.
      queueMicrotask(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
      });
    };
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    if (!isPersistent) closeDialog();
  };
  return (
    // Chromium closes a dialog on repeated Escape even if `cancel` is prevented; `closedby="none"` stops that.
    <dialog ref={dialog} closedby={isPersistent ? 'none' : 'closerequest'} aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <StatusRegion isInDialog />
    </dialog>
  );
};
