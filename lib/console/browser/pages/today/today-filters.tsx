import type { JSX } from 'preact';
import { SelectField, TextField } from '../../components/field.tsx';
import { dayAfter, isDay, today } from '../../components/local-day.ts';
import {
  attendanceResults,
  bookingKinds,
  type AttendanceResult,
  type BookingKind,
} from '../../../../../shared/rules/bookings.ts';
import { useTexts } from '../../language/language.ts';
import { setQuery } from '../../navigation/address.ts';
import { todayMessages } from './today-messages.ts';

interface TodayFiltersProps {
  readonly day: string;
  readonly kind: BookingKind | undefined;
  readonly result: AttendanceResult | undefined;
}

/** The filters of the attendance. Their values are in the address. */
export const TodayFilters = ({ day, kind, result }: TodayFiltersProps): JSX.Element => {
  const t = useTexts(todayMessages);
  const isValid = isDay(day);
  const showDay = (daysLater: number): void => setQuery({ day: dayAfter(isValid ? day : today(), daysLater) });
  return (
    <div class="toolbar">
      <TextField
        type="date"
        label={t.day}
        error={isValid ? undefined : t.badDay(day)}
        value={day}
        onInput={(value) => setQuery({ day: value === today() ? '' : value })}
      />
      <div class="actions">
        <button type="button" aria-label={t.previous} onClick={() => showDay(-1)}>
          <span aria-hidden="true">←</span>
        </button>
        <button type="button" aria-label={t.next} onClick={() => showDay(1)}>
          <span aria-hidden="true">→</span>
        </button>
      </div>
      <SelectField
        label={t.kind}
        value={kind ?? ''}
        onChange={(value) => setQuery({ kind: value })}
        options={[['', t.all], ...bookingKinds.map((one) => [one, t.kinds[one]] as const)]}
      />
      <SelectField
        label={t.result}
        value={result ?? ''}
        onChange={(value) => setQuery({ result: value })}
        options={[['', t.all], ...attendanceResults.map((one) => [one, t.results[one]] as const)]}
      />
    </div>
  );
};
