import type { JSX } from 'preact';
import { TextField } from '../../components/field.tsx';
import { isDay, today } from '../../components/local-day.ts';
import { useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { BookingsTable } from './bookings-table.tsx';
import { usersMessages } from './users-messages.ts';

/** The bookings of a person whose period touches a day, which is in the address. */
export const BookingsOfDay = ({ userId }: { readonly userId: number }): JSX.Element => {
  const t = useTexts(usersMessages);
  const day = useAddress().query.get('day') ?? today();
  return (
    <section class="section">
      <h2>{t.bookings}</h2>
      <div class="toolbar">
        <TextField
          type="date"
          label={t.day}
          error={isDay(day) ? undefined : t.badDay(day)}
          value={day}
          onInput={(value) => setQuery({ day: value === today() ? '' : value })}
        />
      </div>
      {isDay(day) && <BookingsTable userId={userId} day={day} />}
    </section>
  );
};
