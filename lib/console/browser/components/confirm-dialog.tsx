import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  /** The name of the action and of its object. */
  readonly title: string;
  readonly warning: string;
  readonly action: string;
  readonly dismissal?: string;
  /** For a destructive action: the name that the person must type to enable the button. */
  readonly typed?: string;
  /** What else there is to know. */
  readonly children?: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = ({
  title,
  warning,
  action,
  dismissal,
  typed,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps): JSX.Element => {
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      dismissal={dismissal}
      isDangerous
      isDisabled={typed !== undefined && text.trim() !== typed.trim()}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>{warning}</p>
      {children}
      {typed !== undefined && (
        <TextField label={t.typeToConfirm(typed)} value={text} onInput={setText} isFocusedFirst />
      )}
    </FormDialog>
  );
};
