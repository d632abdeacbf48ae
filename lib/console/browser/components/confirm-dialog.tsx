import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { TextField } from './field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

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
