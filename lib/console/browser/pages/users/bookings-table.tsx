import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment, ZoneNote, viewerZone } from '../../components/moment.tsx';
import { Badge, EmptyState } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { Period } from '../../components/period.tsx';
import { resultNames, resultTone } from '../../components/result-names.ts';
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
  const names = useMessages(resultNames);
  const { api } = useMember();
  const canCheckIn = useMay('checkins.change');
  const canCancel = useMay('bookings.cancel');
  const list = useList<BookingView>(`${userId} ${day}`, (next, signal) =>
    api.listUserBookings(userId, { day, timeZone: viewerZone(), next }, signal),
  );
  const [open, setOpen] = useState<{ readonly dialog: keyof typeof DIALOGS; readonly booking: BookingView }>();
  const close = (): void => setOpen(undefined);
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
              {
                header: t.columns.booking,
                cell: ({ bookingId, name, kind }) => (
                  <>
                    {name ?? bookingId}
                    <span class="sub" title={bookingId}>
                      {names.kinds[kind]}
                    </span>
                  </>
                ),
              },
              { header: t.columns.period, cell: (booking) => <Period {...booking} /> },
              {
                header: t.columns.result,
                class: 'plain',
                cell: ({ result }) => <Badge tone={resultTone(result)}>{names.results[result]}</Badge>,
              },
              {
                header: t.columns.checkedIn,
                cell: ({ checkedInAt, reader }) =>
                  checkedInAt !== undefined && (
                    <>
                      <Moment value={checkedInAt} style="seconds" />
                      {reader !== undefined && <span class="sub">{t.at(reader)}</span>}
                    </>
                  ),
              },
              ...(canCheckIn || canCancel
                ? [
                    {
                      header: t.columns.actions,
                      class: 'actions-cell',
                      cell: (booking: BookingView) => {
                        const isCheckedIn = booking.result === 'checked_in';
                        return (
                          <div class="row-actions">
                            {canCheckIn && (
                              <button
                                type="button"
                                class="small"
                                aria-label={
                                  isCheckedIn ? t.undoOf(bookingName(booking)) : t.checkInOf(bookingName(booking))
                                }
                                onClick={() => setOpen({ dialog: isCheckedIn ? 'undo' : 'checkIn', booking })}
                              >
                                {isCheckedIn ? t.undo : t.checkIn}
                              </button>
                            )}
                            {canCancel && (
                              <button
                                type="button"
                                class="quiet danger"
                                aria-label={t.cancelOf(bookingName(booking))}
                                onClick={() => setOpen({ dialog: 'cancel', booking })}
                              >
                                {t.cancelShort}
                              </button>
                            )}
                          </div>
                        );
                      },
                    },
                  ]
                : []),
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
