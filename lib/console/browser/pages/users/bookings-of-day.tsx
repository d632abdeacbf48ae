import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { type Action, actionsColumn } from '../../components/actions.tsx';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import { DayField } from '../../components/field.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { ListTable } from '../../components/table.tsx';
import { isDay, today } from '../../components/local-day.ts';
import { Period, viewerZone } from '../../components/moment.tsx';
import { EmptyState } from '../../components/page.tsx';
import { useList } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { useAddress } from '../../navigation/address.tsx';
import { useMay, useMember } from '../../api/connection.ts';
import { bookingName, CheckInDialog, UndoDialog } from './booking-dialogs.tsx';

/** A person's bookings whose periods overlap the day in the page's URL, with the actions on each. */
export const BookingsOfDay = ({ userId }: { readonly userId: number }) => {
  const t = useTexts('users');
  const day = useAddress().query.get('day') ?? today();
  return (
    <section>
      <h2>{t.bookings}</h2>
      <div class="toolbar">
        <DayField day={day} />
      </div>
      {isDay(day) && <BookingsTable userId={userId} day={day} />}
    </section>
  );
};

const BookingsTable = ({ userId, day }: { readonly userId: number; readonly day: string }) => {
  const t = useTexts('users');
  const { call } = useMember();
  const canCheckIn = useMay('checkins.change');
  const canCancel = useMay('bookings.cancel');
  const list = useList<BookingView>(`${userId} ${day}`, (next, signal) =>
    call('listUserBookings', { params: { userId }, query: { day, timeZone: viewerZone(), next }, signal }),
  );
  const actionsOf = (booking: BookingView): Action[] => {
    const { bookingId } = booking;
    const target = bookingName(booking);
    const [text, Dialog] = booking.result === 'checked_in' ? [t.undoCheckin, UndoDialog] : [t.checkIn, CheckInDialog];
    const cancel = async (): Promise<string> => {
      await call('cancelBooking', { body: { userId, bookingId } });
      list.reload();
      return t.format(t.cancelled, { booking: target });
    };
    return [
      ...(canCheckIn
        ? [{ text, target, onSelect: () => openDialog(<Dialog booking={booking} onDone={list.reload} />) }]
        : []),
      ...(canCancel
        ? [
            {
              text: t.cancel,
              action: t.cancelBooking,
              target,
              isDangerous: true,
              warning: t.cancelWarning,
              dismissal: t.keep,
              onConfirm: cancel,
            },
          ]
        : []),
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
