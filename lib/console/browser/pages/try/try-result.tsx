import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { DataTable } from '../../components/table.tsx';
import { formatMoment, Period, ZoneNote } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmptyState } from '../../components/page.tsx';
import { BookingName, ResultBadge } from '../../components/booking-result.tsx';
import { type Language, type TextsOf, useLanguage, useTexts } from '../../language/language.ts';

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
export const TryResult = ({ result }: { readonly result: ResponseOf<'tryCheckin'> }) => {
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
