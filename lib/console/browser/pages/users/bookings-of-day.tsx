import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { ignoreError, useMay, useMember } from '../../api/connection.ts';
import { type Actions, actionsColumn } from '../../components/actions.tsx';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import { ByHandDialog } from '../../components/by-hand/by-hand-dialog.tsx';
import { DayField, TimeZoneField } from '../../components/day-fields.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { isDay, today } from '../../components/local-day.ts';
import { Period } from '../../components/moment.tsx';
import { EmptyState } from '../../components/page.tsx';
import { ListTable } from '../../components/table.tsx';
import { usePersonName, type Person } from '../../components/people.tsx';
import { useList } from '../../components/use-load.ts';
import { useZoneInAddress } from '../../components/zone.ts';
import { useTexts } from '../../language/language.ts';
import { useAddress } from '../../navigation/address.tsx';

/** A person's bookings whose periods overlap the day in the page's URL, with the actions on each. */
export const BookingsOfDay = ({ user }: { readonly user: Person & { readonly id: number } }) => {
  const t = useTexts('users');
  const timeZone = useZoneInAddress();
  const thisDay = today(timeZone);
  const day = useAddress().query.get('day') ?? thisDay;
  return (
    <section>
      <h2>{t.bookings}</h2>
      <div class="toolbar">
        <DayField day={day} fallback={thisDay} />
        <TimeZoneField />
      </div>
      {isDay(day) && <BookingsTable key={day} user={user} day={day} timeZone={timeZone} />}
    </section>
  );
};

interface BookingsTableProps {
  readonly user: Person & { readonly id: number };
  readonly day: string;
  readonly timeZone: string;
}

const BookingsTable = ({ user, day, timeZone }: BookingsTableProps) => {
  const t = useTexts('users');
  const checkInTexts = useTexts('checkIn');
  const person = usePersonName()(user);
  const userId = user.id;
  const { call } = useMember();
  const canCheckIn = useMay('checkins.change');
  const canCancel = useMay('bookings.cancel');
  const list = useList<BookingView>(`${userId} ${day} ${timeZone}`, (next, signal) =>
    call('listUserBookings', { params: { userId }, query: { day, timeZone, next }, signal }),
  );
  const actionsOf = (booking: BookingView): Actions => {
    const target = booking.name ?? booking.bookingId;
    const cancel = async (): Promise<string> => {
      await ignoreError(call('cancelBooking', { body: { userId, bookingId: booking.bookingId } }), 'booking_not_found');
      list.setItems((items) => items.filter(({ bookingId }) => bookingId !== booking.bookingId));
      return t.format(t.cancelled, { booking: target });
    };
    return [
      canCheckIn && {
        text: booking.result === 'checked_in' ? checkInTexts.undoCheckin : checkInTexts.action,
        target,
        onSelect: () => openDialog(<ByHandDialog person={person} booking={booking} onDone={list.reload} />),
      },
      canCancel && {
        text: t.cancelShort,
        target,
        showsTarget: true,
        isDangerous: true,
        confirmText: t.cancelBooking,
        warning: t.cancelWarning,
        dismissal: t.keep,
        onConfirm: cancel,
      },
    ];
  };
  return (
    <ListTable
      name={t.bookings}
      list={list}
      empty={<EmptyState title={t.noBookings}>{t.noBookingsHint}</EmptyState>}
      rowKey={({ bookingId }) => bookingId}
      columns={[
        { header: t.booking, cell: (booking) => <BookingName booking={booking} /> },
        { header: t.period, class: 'note', cell: (booking) => <Period {...booking} day={day} /> },
        { header: t.result, class: 'state', cell: ({ result }) => <ResultBadge result={result} /> },
        { header: t.checkedIn, cell: (booking) => <CheckedIn {...booking} style="seconds" /> },
        ...actionsColumn(t.actions, actionsOf, canCheckIn || canCancel),
      ]}
    />
  );
};
