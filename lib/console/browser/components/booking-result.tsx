import type { BookingView } from '../../../../shared/console-api/bookings.ts';
import type { CheckinLogEntry } from '../../../../shared/console-api/log.ts';
import type { ResponseOf } from '../../../../shared/console-api/schemas.ts';
import type { AttendanceResult, BookingKind } from '../../../../shared/rules/bookings.ts';
import { useTexts } from '../language/language.ts';
import { Moment } from './moment.tsx';
import { Badge } from './page.tsx';
import { useReasonText } from './reason-text.ts';

/** The result of a booking in the attendance of a day, in the log or in a simulated check-in. */
type Result =
  | AttendanceResult
  | CheckinLogEntry['bookings'][number]['result']
  | ResponseOf<'tryCheckin'>['bookings'][number]['result'];

const TONES = {
  checked_in: 'good',
  already_checked_in: 'good',
  open: 'good',
  no_show: 'bad',
  too_late: 'bad',
  too_early: 'warn',
  closed: 'warn',
  expected: 'info',
} as const satisfies Record<Result, unknown>;

/** The result of a booking. Each result has the same colour on every page. */
export const ResultBadge = ({ result }: { readonly result: Result }) => (
  <Badge tone={TONES[result]}>{useTexts().results[result]}</Badge>
);

interface BookingNameProps {
  readonly booking: {
    readonly bookingId: string;
    readonly name?: string | undefined;
    readonly kind: BookingKind;
    readonly site?: string | undefined;
  };
}

/** A booking’s name (or its id, if it has no name) and its kind. */
export const BookingName = ({ booking: { bookingId, name, kind, site } }: BookingNameProps) => (
  <span title={bookingId}>
    <span class="clamp">{name ?? bookingId}</span>
    <span class="sub">{[useTexts().kinds[kind], site].filter(Boolean).join(' · ')}</span>
  </span>
);

interface CheckedInProps extends Pick<BookingView, 'checkedInAt' | 'reader' | 'byHand'> {
  readonly style: 'time' | 'seconds';
}

/** When and where a booking was checked in, or a note that it was checked in by hand; nothing if it was not. */
export const CheckedIn = ({ checkedInAt, reader, byHand, style }: CheckedInProps) => {
  const t = useTexts();
  const reasonText = useReasonText();
  if (checkedInAt === undefined) return undefined;
  return (
    <>
      <Moment value={checkedInAt} style={style} />
      {byHand && (
        <>
          {' '}
          <Badge tone="warn">{t.byHand}</Badge>
        </>
      )}
      {reader !== undefined && <span class="sub">{t.format(t.atReader, { reader })}</span>}
      {byHand?.by !== undefined && (
        <span class="sub wrap">
          {[byHand.by, byHand.reason && reasonText(byHand.reason)].filter(Boolean).join(': ')}
        </span>
      )}
    </>
  );
};
