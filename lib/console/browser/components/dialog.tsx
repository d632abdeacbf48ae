import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { StatusRegion, useOwnStatus } from './status.tsx';

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

/**
 * A modal dialog. It focuses the element with `data-autofocus`, or the first control, and returns the focus
 * when it closes. A click outside never closes it, because the input would be lost.
 */
export const Dialog = ({ title, children, isPersistent = false }: DialogProps): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOwnStatus();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const opener = document.activeElement;
    // Chromium closes a dialog on repeated Escape even if `cancel` is prevented; `closedby="none"` stops that.
    element.setAttribute('closedby', isPersistent ? 'none' : 'closerequest');
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
      // If the opener has disappeared, for example because its table row was removed, the page's heading takes the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
      });
    };
  }, []);
  const cancel = (event: Event): void => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    if (!isPersistent) closeDialog();
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <StatusRegion isInDialog />
    </dialog>
  );
};
