import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { StatusRegion, useOwnStatus } from './status.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Left out: neither Escape nor a click outside closes the dialog; only what is in it does. */
  readonly onClose?: () => void;
}

/**
 * A modal dialog. It puts the focus on the element with `data-autofocus`, or the first control, and gives it back to
 * where it was. A click outside never closes it: what was typed would be gone.
 */
export const Dialog = ({ title, children, onClose }: DialogProps): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOwnStatus();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const opener = document.activeElement;
    // Chromium closes a dialog at the third Escape although `cancel` is prevented, unless it is told so:
    element.setAttribute('closedby', onClose ? 'closerequest' : 'none');
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
      // What opened the dialog may be about to go with the row that it belonged to.
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
