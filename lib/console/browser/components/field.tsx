import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** If true, the field takes the remaining width of its row. */
  readonly isWide?: boolean;
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
  isWide = false,
  control,
}: FieldProps & { control: (controlProps: ControlProps) => JSX.Element }): JSX.Element => {
  const id = useId();
  const descriptionIds = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class={isWide ? 'field wide' : 'field'}>
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

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'email' | 'date' | 'datetime-local';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly isFocusedFirst?: boolean;
  readonly inputMode?: 'numeric' | 'email';
  readonly placeholder?: string;
}

export const TextField = (props: TextFieldProps): JSX.Element => (
  <Field
    {...props}
    control={(controlProps) => {
      const common = {
        ...controlProps,
        value: props.value,
        required: props.isRequired,
        'data-autofocus': props.isFocusedFirst,
        onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
          props.onInput(currentTarget.value),
      };
      if (props.type === 'date') return <input {...common} type="date" />;
      if (props.type === 'datetime-local') return <input {...common} type="datetime-local" step={1} />;
      return (
        <input
          {...common}
          type="text"
          inputMode={props.type === 'email' ? 'email' : props.inputMode}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
          autocomplete="off"
          spellcheck={false}
        />
      );
    }}
  />
);

interface SelectFieldProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly isFocusedFirst?: boolean;
}

export const SelectField = <T extends string>(props: SelectFieldProps<T>): JSX.Element => (
  <Field
    {...props}
    control={(controlProps) => (
      <select
        {...controlProps}
        value={props.value}
        data-autofocus={props.isFocusedFirst}
        onChange={(event) => props.onChange(event.currentTarget.value as T)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
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
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export const CheckField = ({ label, hint, isChecked, onChange }: CheckFieldProps): JSX.Element => {
  const id = useId();
  return (
    <div class="check-field">
      <input
        type="checkbox"
        id={id}
        checked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
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
