import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { actionName, useTexts } from '../language/language.ts';
import { Field } from './field.tsx';
import { announce } from './status.tsx';

/** A read-only text, selected on focus, with a copy button. */
export const CopyField = ({ label, value }: { readonly label: string; readonly value: string }): JSX.Element => {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Without permission to write to the clipboard, only the older command works. It copies the selection.
      input.current?.select();
      document.execCommand('copy');
    }
    announce(t.copied);
  };
  return (
    <Field
      label={label}
      control={(controlProps) => (
        <div class="copy-field">
          <input
            {...controlProps}
            ref={input}
            type="text"
            class="code"
            readOnly
            value={value}
            autocomplete="off"
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" aria-label={actionName(t.copy, label)} onClick={() => void copy()}>
            {t.copy}
          </button>
        </div>
      )}
    />
  );
};
