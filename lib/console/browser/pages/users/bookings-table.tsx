import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import type { Action } from '../../components/actions.tsx';
import { DataTable, actionsColumn } from '../../components/data-table.tsx';
import { Moment, ZoneNote, viewerZone } from '../../components/moment.tsx';
import { EmptyState } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { Period } from '../../components/period.tsx';
import { BookingName, ResultBadge } from '../../components/booking-result.tsx';
import { useList } from '../../components/use-list.ts';
import { useMessages } from '../../language/language.ts';
import { useMay, useMember } from '../../session/member.ts';
import { CancelDialog, CheckInDialog, UndoDialog, bookingName } from './booking-dialogs.tsx';
import { usersMessages } from './users-messages.ts';

interface BookingsTableProps {
  readonly userId: number;
  readonly day: string;
}

const DIALOGS = { checkIn: CheckInDialog, undo: UndoDialog, cancel: CancelDialog };

/** A user's bookings whose period touches a day, with the actions on each. */
export const BookingsTable = ({ userId, day }: BookingsTableProps): JSX.Element => {
  const t = useMessages(usersMessages);
  const { api } = useMember();
  const canCheckIn = useMay('checkins.change');
  const canCancel = useMay('bookings.cancel');
  const list = useList<BookingView>(`${userId} ${day}`, (next, signal) =>
    api.listUserBookings(userId, { day, timeZone: viewerZone(), next }, signal),
  );
  const [open, setOpen] = useState<{ readonly dialog: keyof typeof DIALOGS; readonly booking: BookingView }>();
  const close = (): void => setOpen(undefined);
  const actionsOf = (booking: BookingView): Action[] => {
    const name = bookingName(booking);
    const isCheckedIn = booking.result === 'checked_in';
    return [
      ...(canCheckIn && isCheckedIn
        ? [{ name: t.undoOf(name), text: t.undo, onSelect: () => setOpen({ dialog: 'undo', booking }) }]
        : []),
      ...(canCheckIn && !isCheckedIn
        ? [{ name: t.checkInOf(name), text: t.checkIn, onSelect: () => setOpen({ dialog: 'checkIn', booking }) }]
        : []),
      ...(canCancel
        ? [
            {
              name: t.cancelOf(name),
              text: t.cancel,
              onSelect: () => setOpen({ dialog: 'cancel', booking }),
              isDangerous: true,
            },
          ]
        : []),
    ];
  };
  const Dialog = open && DIALOGS[open.dialog];
  return (
    <>
      {list.items?.length === 0 && (
        <EmptyState title={t.noBookingsTitle}>
          <p>{t.noBookings}</p>
        </EmptyState>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <>
          <DataTable
            name={t.bookings}
            rows={list.items}
            rowKey={({ bookingId }) => bookingId}
            columns={[
              { header: t.columns.booking, cell: (booking) => <BookingName booking={booking} /> },
              { header: t.columns.period, class: 'note', cell: (booking) => <Period {...booking} day={day} /> },
              { header: t.columns.result, class: 'state', cell: ({ result }) => <ResultBadge result={result} /> },
              {
                header: t.columns.checkedIn,
                class: 'note end',
                cell: ({ checkedInAt, reader }) =>
                  checkedInAt !== undefined && (
                    <>
                      <Moment value={checkedInAt} style="seconds" />
                      {reader !== undefined && <span class="sub">{t.at(reader)}</span>}
                    </>
                  ),
              },
              ...actionsColumn(t.columns.actions, actionsOf, canCheckIn || canCancel),
            ]}
          />
          <ZoneNote />
        </>
      )}
      <Pager list={list} />
      {open !== undefined && Dialog !== undefined && (
        <Dialog
          booking={open.booking}
          onClose={close}
          onDone={() => {
            close();
            list.reload();
          }}
        />
      )}
    </>
  );
};
