import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { CheckField, TextField, valuesIn } from '../../components/field.tsx';
import { toFieldValue } from '../../components/local-day.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page.tsx';
import { useAttempt } from '../../components/use-load.ts';
import { parseUserId } from '../../components/people.tsx';
import { type Language, type TextsOf, useLanguage, useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.tsx';
import { useMember } from '../../api/connection.ts';
import { DataTable } from '../../components/table.tsx';
import { formatMoment, Period, ZoneNote } from '../../components/moment.tsx';
import { BookingName, ResultBadge } from '../../components/booking-result.tsx';

export const TryPage = () => {
  const t = useTexts('try');
  const { call } = useMember();
  const form = useRef<HTMLFormElement>(null);
  /** The user and the time in the URL. The time can have an offset. */
  const { query } = useAddress();
  const [id, date] = [query.get('id') ?? '', query.get('date') ?? ''];
  /** The time as a value of the field; empty if it is not a date-time. */
  const fieldDate = Number.isNaN(Date.parse(date)) ? '' : toFieldValue(date);
  const isBadId = id !== '' && parseUserId(id) === undefined;
  const isBadDate = date !== '' && fieldDate === '';
  const [result, setResult] = useState<ResponseOf<'tryCheckin'>>();
  const { isBusy, error, attempt } = useAttempt();

  const run = async (): Promise<void> => {
    if (form.current === null) return;
    const valueOf = valuesIn(form.current);
    const read = (name: string): string | undefined => valueOf(name).trim() || undefined;
    const local = read('date');
    // An unchanged time is sent as it was given: when clocks go back, the field alone would not say which of two hours is meant.
    const moment = local && new Date(local === fieldDate ? date : local).toISOString();
    // The URL names the user only by id, never by e-mail address.
    setQuery({ id: read('id') ?? '', date: moment ?? '' });
    const userId = parseUserId(read('id') ?? '');
    if (read('id') !== undefined && userId === undefined) return setResult(undefined);
    const body = {
      id: userId,
      uid: read('uid'),
      email: read('email'),
      date: moment,
      reader: read('reader'),
      notify: read('notify') === undefined ? undefined : true,
    };
    if (!(await attempt(async () => setResult(await call('tryCheckin', { body }))))) setResult(undefined);
  };
  // If the URL already names a user (after following a link or signing in), the result is shown at once.
  useLayoutEffect(() => {
    if (id !== '' && !isBadDate) void run();
  }, []);

  /** The label of a field of the request, and the field's name in the API, for developers of gate software. */
  const labelled = (name: keyof typeof t.labels) => ({
    name,
    label: (
      <>
        {t.labels[name]} <code class="hint">{name}</code>
      </>
    ),
  });
  return (
    <>
      <PageHeader title={t.titles.try} intro={t.intro} />
      <form
        ref={form}
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div class="field-grid">
          <TextField {...labelled('id')} value={id} error={isBadId ? t.badUserId : undefined} />
          <TextField {...labelled('uid')} />
          <TextField {...labelled('email')} />
          <TextField
            {...labelled('date')}
            type="datetime-local"
            value={fieldDate}
            error={isBadDate ? t.format(t.badDay, { text: date }) : undefined}
          />
          <TextField {...labelled('reader')} />
          <CheckField {...labelled('notify')} />
        </div>
        <div class="actions">
          <button type="submit" class="primary" aria-busy={isBusy}>
            {t.run}
          </button>
        </div>
      </form>
      <section>
        <ErrorNotice error={error} />
        {result !== undefined && <TryResult result={result} />}
      </section>
    </>
  );
};

type Booking = ResponseOf<'tryCheckin'>['bookings'][number];

/** Returns a sentence that explains a booking's result. */
const reasonOf = (booking: Booking, t: TextsOf<'try'>, language: Language): string => {
  const { result, checkinOpensAt, noShowAt, checkedInAt } = booking;
  const moments: Readonly<Record<Booking['result'], string>> = {
    open: noShowAt,
    already_checked_in: checkedInAt ?? checkinOpensAt,
    too_early: checkinOpensAt,
    too_late: checkedInAt ?? noShowAt,
  };
  const reason = result === 'too_late' && checkedInAt !== undefined ? 'too_late_checked_in' : result;
  return t.format(t.why[reason], { moment: formatMoment(moments[result], language, 'full') });
};

/** The message that a gate would get for the tried check-in, and an explanation of each booking's result. */
const TryResult = ({ result }: { readonly result: ResponseOf<'tryCheckin'> }) => {
  const t = useTexts('try');
  const language = useLanguage();
  return (
    <>
      <div role="region" aria-live="polite">
        <Notice tone={result.checkinCount > 0 ? 'good' : 'info'}>
          <strong>{result.message}</strong>
        </Notice>
      </div>
      {result.bookings.length === 0 ? (
        <EmptyState title={t.noneTitle}>{t.none}</EmptyState>
      ) : (
        <>
          <DataTable
            name={t.bookings}
            rows={result.bookings}
            rowKey={({ bookingId }) => bookingId}
            columns={[
              { header: t.booking, cell: (booking) => <BookingName booking={booking} /> },
              { header: t.result, class: 'state', cell: (booking) => <ResultBadge result={booking.result} /> },
              { header: t.whyColumn, class: 'note', cell: (booking) => reasonOf(booking, t, language) },
              { header: t.period, class: 'note', cell: (booking) => <Period {...booking} /> },
            ]}
          />
          <ZoneNote />
        </>
      )}
    </>
  );
};
