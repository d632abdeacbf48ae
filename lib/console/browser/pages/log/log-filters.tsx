import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { componentMessages } from '../../components/component-messages.ts';
import { TextField } from '../../components/field.tsx';
import { isDay } from '../../components/local-day.ts';
import { parseUserId } from '../../components/user-id.ts';
import { useMay } from '../../session/member.ts';
import { useMessages } from '../../language/language.ts';
import { CHECKIN_CODES, logMessages } from './log-messages.ts';
import { ADMIN_ACTIONS } from './sentences.ts';

/** Members of the query, in the address and in the API. */
export const FILTERS = ['from', 'until', 'user', 'client', 'result'] as const;
export type LogFilter = Readonly<Record<(typeof FILTERS)[number], string>>;

const isBadDay = (day: string): boolean => day !== '' && !isDay(day);
const isBadUser = (user: string): boolean => user !== '' && parseUserId(user) === undefined;

/** Whether every filter of an address can be applied. */
export const isValidFilter = ({ from, until, user }: LogFilter): boolean =>
  !isBadDay(from) && !isBadDay(until) && !isBadUser(user);

interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly onChange: (name: keyof LogFilter, value: string) => void;
}

const PAUSE_MS = 400;

/** The filters of the log. Their values are in the address. */
export const LogFilters = ({ filter, onChange }: LogFiltersProps): JSX.Element => {
  const t = useMessages(logMessages);
  const common = useMessages(componentMessages);
  const canSeeChanges = useMay('log.changes');
  return (
    <div class="toolbar">
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={t.filters[name]}
          error={isBadDay(filter[name]) ? common.badDay(filter[name]) : undefined}
          value={filter[name]}
          onInput={(value) => onChange(name, value)}
        />
      ))}
      <DelayedField
        label={t.filters.user}
        error={isBadUser(filter.user) ? common.badUserId : undefined}
        value={filter.user}
        onChange={(value) => onChange('user', value)}
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
          {canSeeChanges && (
            <optgroup label={t.actions}>
              {ADMIN_ACTIONS.map((action) => (
                <option key={action} value={action}>
                  {t.actionNames[action]}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
    </div>
  );
};

interface DelayedFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter that applies after a pause in typing. */
const DelayedField = ({ label, error, value, onChange }: DelayedFieldProps): JSX.Element => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label={label} error={error} value={text} onInput={setText} />;
};
