import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { actionName, useTexts } from '../language/language.ts';
import { announce } from './status.tsx';
import { setQuery } from '../navigation/address.tsx';
import { isDay, today } from './local-day.ts';

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** A label, a hint, a control and an error, connected for screen readers. */
export const Field = ({
  label,
  hint,
  error,
  control,
}: FieldProps & { control: (controlProps: ControlProps) => JSX.Element }) => {
  const id = useId();
  const descriptionIds = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {control({
        id,
        'aria-describedby': descriptionIds || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
};

/** Returns the value of a form’s field by its name: empty if the field is empty, not checked or absent. */
export type ValueOf = (name: string) => string;

export const valuesIn = (form: HTMLFormElement): ValueOf => {
  const data = new FormData(form);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
};

interface TextFieldProps extends FieldProps {
  /** The name for {@link valuesIn}. The field then keeps its own value, and `value` is only the first one. */
  readonly name?: string;
  readonly value?: string | undefined;
  readonly onInput?: ((value: string) => void) | undefined;
  readonly type?: 'number' | 'date' | 'datetime-local';
  readonly inputMode?: 'email';
  readonly min?: number;
  readonly max?: number;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly isFocusedFirst?: boolean;
  readonly placeholder?: string;
}

export const TextField = (props: TextFieldProps) => {
  // Preact has separate attributes for each type, all of which have those below.
  const type = (props.type ?? 'text') as 'text';
  return (
    <Field
      {...props}
      control={(controlProps) => (
        <input
          {...controlProps}
          {...(props.name === undefined ? { value: props.value } : { name: props.name, defaultValue: props.value })}
          type={type}
          inputMode={props.inputMode}
          min={props.min}
          max={props.max}
          step={props.type === 'datetime-local' ? 1 : undefined}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
          required={props.isRequired}
          autocomplete="off"
          spellcheck={false}
          autofocus={props.isFocusedFirst}
          onInput={({ currentTarget }) => props.onInput?.(currentTarget.value)}
        />
      )}
    />
  );
};

interface SelectFieldProps<T extends string> extends FieldProps {
  readonly name?: string;
  readonly value?: T;
  readonly onChange?: (value: T) => void;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly isFocusedFirst?: boolean;
}

export const SelectField = <T extends string>(props: SelectFieldProps<T>) => (
  <Field
    {...props}
    control={(controlProps) => (
      <select
        {...controlProps}
        name={props.name}
        autofocus={props.isFocusedFirst}
        onChange={(event) => props.onChange?.(event.currentTarget.value as T)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    )}
  />
);

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly hint?: string;
  readonly name?: string;
  readonly isChecked?: boolean;
  readonly onChange?: (isChecked: boolean) => void;
}

export const CheckField = ({ label, hint, name, isChecked, onChange }: CheckFieldProps) => {
  const id = useId();
  return (
    <div class="check-field">
      <input
        type="checkbox"
        id={id}
        name={name}
        defaultChecked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};

/** A read-only text, selected on focus, with a copy button. */
export const CopyField = ({ label, value }: { readonly label: string; readonly value: string }) => {
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

/** A field for the day that a page shows. The page's URL contains the day unless it is today. */
export const DayField = ({ day }: { readonly day: string }) => {
  const t = useTexts();
  return (
    <TextField
      type="date"
      label={t.day}
      error={isDay(day) ? undefined : t.format(t.badDay, { text: day })}
      value={day}
      onInput={(value) => setQuery({ day: value === today() ? '' : value })}
    />
  );
};
