import type { ComponentChildren, JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';
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
  /** If it rejects, the dialog stays open with its input and shows the error. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog with a form, a submit button and a cancel button. */
export const FormDialog = (props: FormDialogProps): JSX.Element => {
  const t = useTexts();
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isBusy && props.isDisabled !== true) void attempt(props.onSubmit);
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form onSubmit={submit}>
        {props.children}
        <ErrorNotice error={error} />
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
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
