import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { TextField } from './field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'dismissal' | 'onClose'> {
  readonly warning: string;
  /** For a destructive action: the name that the person must type to enable the button. */
  readonly nameToType?: string;
  /** More details, below the warning. */
  readonly children?: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
}

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps): JSX.Element => {
  const { warning, nameToType, children, onConfirm, ...dialog } = props;
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <FormDialog
      {...dialog}
      isDangerous
      isDisabled={nameToType !== undefined && text.trim() !== nameToType.trim()}
      onSubmit={onConfirm}
    >
      <p>{warning}</p>
      {children}
      {nameToType !== undefined && (
        <TextField label={t.typeToConfirm(nameToType)} value={text} onInput={setText} isFocusedFirst />
      )}
    </FormDialog>
  );
};
