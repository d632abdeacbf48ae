import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { useTexts } from '../language/language.ts';
import { closeDialog, Dialog } from './dialog.tsx';
import { type ValueOf, valuesIn } from './field.tsx';
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
