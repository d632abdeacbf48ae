import type { BookingKind } from '../../../../shared/rules/bookings.ts';
import { useTexts } from '../language/language.ts';
import type { Result } from '../language/words.ts';
import { Moment } from './moment.tsx';
import { Badge } from './page.tsx';

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
  readonly booking: { readonly bookingId: string; readonly name?: string | undefined; readonly kind: BookingKind };
}

/** A booking’s name (or its id, if it has no name) and its kind. */
export const BookingName = ({ booking: { bookingId, name, kind } }: BookingNameProps) => (
  <span title={bookingId}>
    {name ?? bookingId}
    <span class="sub">{useTexts().kinds[kind]}</span>
  </span>
);

interface CheckedInProps {
  readonly checkedInAt?: string | undefined;
  readonly reader?: string | undefined;
  readonly style: 'time' | 'seconds';
}

/** When and where a booking was checked in; nothing if it was not. */
export const CheckedIn = ({ checkedInAt, reader, style }: CheckedInProps) => {
  const t = useTexts();
  if (checkedInAt === undefined) return undefined;
  return (
    <>
      <Moment value={checkedInAt} style={style} />
      {reader !== undefined && <span class="sub">{t.atReader(reader)}</span>}
    </>
  );
};
