import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { focusHeading } from './focus.ts';
import { type Announcement, announce, ErrorNotice, StatusRegion } from './notice.tsx';
import { useTexts } from '../language/language.ts';
import { FieldErrors, TextField, type ValueOf, valuesIn } from './field.tsx';
import { useAttempt } from './use-load.ts';
import { ApiError } from '../api/connection.ts';

/** Set by the {@link DialogHost}. */
let show: (dialog: JSX.Element | undefined) => void = () => undefined;

/** Shows a dialog instead of the one that is open. It stays open until it is closed, or the person leaves the page. */
export const openDialog = (dialog: JSX.Element): void => show(dialog);

export const closeDialog = (): void => show(undefined);

/** The place of the open dialog, outside the page, so that it survives when the page shows other data. */
export const DialogHost = () => {
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
export const Dialog = ({ title, children, isPersistent = false }: DialogProps) => {
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
        if (document.activeElement === document.body) focusHeading();
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

/** What a dialog has done: a message to announce, or an empty one if there is nothing to say. */
type Done = string | Announcement;

/** Performs the action of a dialog and then closes the dialog. If the action rejects or returns nothing, it stays open. */
export const useDialogAction = () => {
  const { isBusy, error, attempt } = useAttempt();
  const isOpen = useRef(true);
  useLayoutEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const perform = (action: () => Promise<Done | undefined>): void => {
    if (isBusy) return;
    void attempt(async () => {
      const done = await action();
      if (done === undefined) return;
      // The person might have closed this dialog and opened another one in the meantime.
      if (isOpen.current) closeDialog();
      if (done !== '') announce(done);
    });
  };
  return { isBusy, error, perform };
};

interface FormDialogProps {
  readonly title: string;
  /** The submit button's text: a verb. */
  readonly action: string;
  /** Replaces the cancel button's text where "Cancel" could be mistaken for the action. */
  readonly dismissal?: string | undefined;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
  /**
   * Gets the values of the form’s named fields. If it returns a message, the dialog closes and the message is announced. If the
   * message is empty, the dialog only closes. If it rejects, the dialog stays open with its input and shows the error.
   */
  readonly onSubmit: (valueOf: ValueOf) => Promise<string | undefined>;
}

/** A dialog with a form, a submit button and a cancel button. */
export const FormDialog = (props: FormDialogProps) => {
  const t = useTexts();
  const { isBusy, error, perform } = useDialogAction();
  const form = useRef<HTMLFormElement>(null);
  /** The errors of this form's fields. They are shown beside the fields, so the texts do not begin with the field's name. */
  const errors = Object.fromEntries(
    (error instanceof ApiError ? error.fields : []).flatMap(({ field, message }) => {
      if (!form.current?.elements.namedItem(field)) return [];
      const text = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
      return [[field, text.charAt(0).toUpperCase() + text.slice(1)]];
    }),
  );
  useLayoutEffect(() => {
    const [first] = Object.keys(errors);
    const input = first === undefined ? undefined : form.current?.elements.namedItem(first);
    if (!(input instanceof HTMLElement)) return;
    const details = input.closest('details');
    if (details) details.open = true;
    input.focus();
  }, [error]);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const valueOf = valuesIn(event.currentTarget);
    if (props.isDisabled !== true) perform(() => props.onSubmit(valueOf));
  };
  return (
    <Dialog title={props.title}>
      <form ref={form} onSubmit={submit}>
        <FieldErrors.Provider value={errors}>{props.children}</FieldErrors.Provider>
        <ErrorNotice error={error} shownFields={errors} />
        <div class="dialog-actions">
          <button type="button" onClick={closeDialog}>
            {props.dismissal ?? t.cancel}
          </button>
          <button
            type="submit"
            class={props.isDangerous === true ? 'danger primary' : 'primary'}
            disabled={props.isDisabled}
            aria-busy={isBusy}
          >
            {props.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** What to ask before an action that cannot be undone. */
export interface Confirmation extends Pick<FormDialogProps, 'dismissal'> {
  /** The title of the dialog: by default, the name of the button that opens it. */
  readonly title?: string;
  /** The text of the submit button: by default, the text of the button that opens the dialog. */
  readonly confirmText?: string;
  readonly warning: string;
  /** For a destructive action: the name that the person must type to enable the button. */
  readonly nameToType?: string;
  /** More details, below the warning. */
  readonly details?: ComponentChildren;
  readonly onConfirm: () => Promise<string | undefined>;
}

/** A page shows any white space as one space. */
const asShown = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export const ConfirmDialog = (props: Confirmation & { readonly title: string; readonly confirmText: string }) => {
  const { title, confirmText, dismissal, warning, nameToType, details, onConfirm } = props;
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      action={confirmText}
      dismissal={dismissal}
      isDangerous
      isDisabled={nameToType !== undefined && asShown(text) !== asShown(nameToType)}
      onSubmit={onConfirm}
    >
      <p>{warning}</p>
      {details}
      {nameToType !== undefined && (
        <TextField label={t.format(t.typeToConfirm, { name: nameToType })} value={text} onInput={setText} autofocus />
      )}
    </FormDialog>
  );
};
