import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { type Actions, actionsColumn } from '../../components/actions.tsx';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import { FormDialog, openDialog } from '../../components/dialog.tsx';
import { DayField, TextField, type ValueOf } from '../../components/field.tsx';
import { isDay, momentOf, today, toFieldValue } from '../../components/local-day.ts';
import { Period, viewerZone } from '../../components/moment.tsx';
import { EmptyState } from '../../components/page.tsx';
import { ListTable } from '../../components/table.tsx';
import { useList } from '../../components/use-load.ts';
import { actionName, useTexts } from '../../language/language.ts';
import { useAddress } from '../../navigation/address.tsx';

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
  const actionsOf = (booking: BookingView): Actions => {
    const target = booking.name ?? booking.bookingId;
    const cancel = async (): Promise<string> => {
      await call('cancelBooking', { body: { userId, bookingId: booking.bookingId } });
      list.reload();
      return t.format(t.cancelled, { booking: target });
    };
    return [
      canCheckIn && {
        text: booking.result === 'checked_in' ? t.undoCheckin : t.checkIn,
        target,
        onSelect: () => openDialog(<CheckInDialog booking={booking} onDone={list.reload} />),
      },
      canCancel && {
        text: t.cancel,
        action: t.cancelBooking,
        target,
        isDangerous: true,
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

/**
 * Checks a person in by hand, or undoes the check-in of a booking that is checked in. Asks for the reason, which the log keeps.
 * A check-in is made now or, if the check-in period is not open now, at a chosen time within the period.
 */
const CheckInDialog = ({ booking, onDone }: { booking: BookingView; onDone: () => void }) => {
  const t = useTexts('users');
  const { call } = useMember();
  const { userId, bookingId, name = bookingId, checkinOpensAt, noShowAt, result } = booking;
  const isUndo = result === 'checked_in';
  const [isOpenNow] = useState(() => Date.now() >= Date.parse(checkinOpensAt) && Date.now() < Date.parse(noShowAt));
  const opening = toFieldValue(checkinOpensAt);
  /** If the proposed time is unchanged, the exact start of the period, which the field shows without milliseconds. */
  const momentIn = (value: string): string =>
    value === opening ? checkinOpensAt : momentOf(value, checkinOpensAt, noShowAt);
  const submit = async (valueOf: ValueOf): Promise<string> => {
    const reason = valueOf('reason').trim();
    const at = isOpenNow ? undefined : momentIn(valueOf('at'));
    if (isUndo) await call('undoCheckin', { body: { userId, bookingId, reason } });
    else await call('checkIn', { body: { userId, bookingIds: [bookingId], reason, at } });
    onDone();
    return isUndo ? t.format(t.undone, { booking: name }) : t.format(t.checkinDone, { booking: name });
  };
  return (
    <FormDialog
      title={actionName(isUndo ? t.undoCheckin : t.checkIn, name)}
      action={isUndo ? t.undo : t.checkIn}
      onSubmit={submit}
    >
      <TextField
        label={t.reason}
        hint={t.reasonHint}
        name="reason"
        maxLength={fields.reason.maxLength}
        required
        autofocus
      />
      {!isUndo && !isOpenNow && (
        <TextField type="datetime-local" label={t.moment} hint={t.momentHint} name="at" value={opening} required />
      )}
    </FormDialog>
  );
};
