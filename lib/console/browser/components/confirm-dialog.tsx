import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { TextField } from './field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'dismissal' | 'onClose'> {
  readonly warning: string;
  /** For a destructive action: the name that the person must type to enable the button. */
  readonly typed?: string;
  /** More details, below the warning. */
  readonly children?: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
}

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps): JSX.Element => {
  const { warning, typed, children, onConfirm, ...dialog } = props;
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <FormDialog
      {...dialog}
      isDangerous
      isDisabled={typed !== undefined && text.trim() !== typed.trim()}
      onSubmit={onConfirm}
    >
      <p>{warning}</p>
      {children}
      {typed !== undefined && (
        <TextField label={t.typeToConfirm(typed)} value={text} onInput={setText} isFocusedFirst />
      )}
    </FormDialog>
  );
};
