import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { StatusRegion, useOwnStatus } from './status.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** If absent, Escape does not close the dialog; only a control inside it does. */
  readonly onClose?: () => void;
}

/**
 * A modal dialog. It focuses the element with `data-autofocus`, or the first control, and returns the focus
 * when it closes. A click outside never closes it, because the input would be lost.
 */
export const Dialog = ({ title, children, onClose }: DialogProps): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOwnStatus();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const opener = document.activeElement;
    // Chromium closes a dialog on repeated Escape even if `cancel` is prevented; `closedby="none"` stops that.
    element.setAttribute('closedby', onClose ? 'closerequest' : 'none');
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
    onClose?.();
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <StatusRegion isInDialog />
    </dialog>
  );
};
