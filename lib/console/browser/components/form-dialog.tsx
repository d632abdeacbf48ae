import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The submit button's text: a verb. */
  readonly action: string;
  /** The other button's text, if "Cancel" could be mistaken for the action. */
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
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: Error }>({ isBusy: false });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (state.isBusy || props.isDisabled === true) return;
    setState({ isBusy: true });
    try {
      await props.onSubmit();
    } catch (error) {
      setState({ isBusy: false, error: error as Error });
    }
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {props.children}
        {state.error !== undefined && <ErrorNotice error={state.error} />}
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
            {props.dismissal ?? t.cancel}
          </button>
          <button
            type="submit"
            class={props.isDangerous === true ? 'danger primary' : 'primary'}
            disabled={props.isDisabled}
            aria-busy={state.isBusy}
          >
            {state.isBusy && <span class="spinner" aria-hidden="true" />}
            {props.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
