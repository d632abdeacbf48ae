import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { useMessages } from '../../language/language.ts';
import { ADMIN_ACTIONS, CHECKIN_CODES, logMessages } from './log-messages.ts';

/** Members of the query, in the address and in the API. */
export const FILTERS = ['from', 'until', 'user', 'client', 'result'] as const;
export type LogFilter = Readonly<Record<(typeof FILTERS)[number], string>>;

interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly onChange: (name: keyof LogFilter, value: string) => void;
}

const PAUSE_MS = 400;

/** The filters of the log. Their values are in the address. */
export const LogFilters = ({ filter, onChange }: LogFiltersProps): JSX.Element => {
  const t = useMessages(logMessages);
  return (
    <div class="toolbar">
      <TextField type="date" label={t.filters.from} value={filter.from} onInput={(value) => onChange('from', value)} />
      <TextField
        type="date"
        label={t.filters.until}
        value={filter.until}
        onInput={(value) => onChange('until', value)}
      />
      <DelayedField
        label={t.filters.user}
        value={filter.user}
        onChange={(value) => onChange('user', value.replaceAll(/\D/g, ''))}
      />
      <DelayedField label={t.filters.client} value={filter.client} onChange={(value) => onChange('client', value)} />
      <label class="field">
        <span class="label">{t.filters.result}</span>
        <select value={filter.result} onChange={(event) => onChange('result', event.currentTarget.value)}>
          <option value="">{t.anyResult}</option>
          <optgroup label={t.checkins}>
            {CHECKIN_CODES.map((code) => (
              <option key={code} value={code}>
                {t.codes[code]}
              </option>
            ))}
          </optgroup>
          <optgroup label={t.actions}>
            {ADMIN_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {t.actionNames[action]}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
    </div>
  );
};

interface DelayedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter that applies after a pause in typing. */
const DelayedField = ({ label, value, onChange }: DelayedFieldProps): JSX.Element => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label={label} value={text} onInput={setText} />;
};
