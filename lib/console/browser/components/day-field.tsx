import type { JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { setQuery } from '../navigation/address.ts';
import { TextField } from './field.tsx';
import { isDay, today } from './local-day.ts';

/** A field for the day that a page shows. The page's URL contains the day unless it is today. */
export const DayField = ({ day }: { readonly day: string }): JSX.Element => {
  const t = useTexts();
  return (
    <TextField
      type="date"
      label={t.day}
      error={isDay(day) ? undefined : t.badDay(day)}
      value={day}
      onInput={(value) => setQuery({ day: value === today() ? '' : value })}
    />
  );
};
