import type { ComponentChildren, ComponentProps } from 'preact';
import { createContext } from 'preact';
import { useContext, useId, useRef } from 'preact/hooks';
import { actionName, useTexts } from '../language/language.ts';
import { announce } from './notice.tsx';

/** Messages of the API about the named fields of a form. A field without one has no error. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

type ControlProps = Required<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>;

/** A label, a hint, a control and an error, connected for screen readers. An empty hint or error is hidden. */
export const Field = ({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ComponentChildren }) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-error`,
        'aria-invalid': error !== undefined,
      })}
      <span class="field-error" id={`${id}-error`}>
        {error}
      </span>
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

type InputAttribute = 'min' | 'max' | 'maxLength' | 'placeholder' | 'required' | 'autofocus' | 'inputMode' | 'onBlur';

interface TextFieldProps extends FieldProps, Pick<ComponentProps<'input'>, InputAttribute> {
  /** The name for {@link valuesIn}. The field then keeps its own value, and `value` is only the first one. */
  readonly name?: string;
  readonly value?: string | undefined;
  readonly onInput?: ((value: string) => void) | undefined;
  readonly type?: 'number' | 'date' | 'datetime-local';
}

export const TextField = ({ label, hint, error, name, value, onInput, ...attributes }: TextFieldProps) => {
  // Preact's types differ by the type of the input. All of them have the attributes below.
  const type = (attributes.type ?? 'text') as 'text';
  const errors = useContext(FieldErrors);
  return (
    <Field label={label} hint={hint} error={error ?? errors[name ?? '']}>
      {(control) => (
        <input
          {...attributes}
          {...control}
          {...(name === undefined ? { value } : { name, defaultValue: value })}
          type={type}
          step={attributes.type === 'datetime-local' ? 1 : undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        />
      )}
    </Field>
  );
};

interface SelectFieldProps<T extends string> extends FieldProps {
  readonly name?: string;
  readonly value?: T;
  readonly onChange?: (value: T) => void;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly autofocus?: boolean;
  readonly isDisabled?: boolean;
}

export const SelectField = <T extends string>({ name, value, onChange, options, ...props }: SelectFieldProps<T>) => (
  <Field {...props}>
    {(control) => (
      <select
        {...control}
        name={name}
        autofocus={props.autofocus}
        disabled={props.isDisabled}
        onChange={(event) => onChange?.(event.currentTarget.value as T)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckFieldProps extends FieldProps {
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
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  );
};

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Whether the text takes several lines. */
  readonly isLong?: boolean;
}

/** A read-only text, selected on focus, with a copy button. */
export const CopyField = ({ label, value, isLong = false }: CopyFieldProps) => {
  const t = useTexts();
  // Both have the attributes below.
  const Input = (isLong ? 'textarea' : 'input') as 'input';
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
    <Field label={label}>
      {(control) => (
        <div class="copy-field">
          <Input
            {...control}
            ref={input}
            class={isLong ? '' : 'code'}
            readOnly
            value={value}
            autocomplete="off"
            onFocus={() => input.current?.select()}
          />
          <button type="button" aria-label={actionName(t.copy, label)} onClick={() => void copy()}>
            {t.copy}
          </button>
        </div>
      )}
    </Field>
  );
};
