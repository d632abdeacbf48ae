import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { closeDialog, Dialog } from './dialog.tsx';
import { TextField, type ValueOf, valuesIn } from './field.tsx';
import { ErrorNotice } from './notice.tsx';
import { announce } from './status.tsx';
import { useAttempt } from './use-attempt.ts';

export interface FormDialogProps {
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
   * message is empty, the dialog only closes.
   * If it rejects, the dialog stays open with its input and shows the error.
   */
  readonly onSubmit: (valueOf: ValueOf) => Promise<string | undefined>;
}

/** A dialog with a form, a submit button and a cancel button. */
export const FormDialog = (props: FormDialogProps): JSX.Element => {
  const t = useTexts();
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy || props.isDisabled === true) return;
    const form = event.currentTarget;
    void attempt(async () => {
      const done = await props.onSubmit(valuesIn(form));
      if (done === undefined) return;
      // The person might have closed this dialog and opened another one in the meantime.
      if (form.isConnected) closeDialog();
      if (done !== '') announce(done);
    });
  };
  return (
    <Dialog title={props.title}>
      <form onSubmit={submit}>
        {props.children}
        <ErrorNotice error={error} />
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
  readonly action?: string;
  readonly warning: string;
  /** For a destructive action: the name that the person must type to enable the button. */
  readonly nameToType?: string;
  /** More details, below the warning. */
  readonly details?: ComponentChildren;
  readonly onConfirm: () => Promise<string | undefined>;
}

export const ConfirmDialog = (props: Confirmation & Pick<FormDialogProps, 'title' | 'action'>): JSX.Element => {
  const { title, action, dismissal, warning, nameToType, details, onConfirm } = props;
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      dismissal={dismissal}
      isDangerous
      isDisabled={nameToType !== undefined && text.trim() !== nameToType.trim()}
      onSubmit={onConfirm}
    >
      <p>{warning}</p>
      {details}
      {nameToType !== undefined && (
        <TextField label={t.typeToConfirm(nameToType)} value={text} onInput={setText} isFocusedFirst />
      )}
    </FormDialog>
  );
};
