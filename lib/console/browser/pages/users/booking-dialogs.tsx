import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { TextField } from '../../components/field.tsx';
import { momentOf, toFieldValue } from '../../components/local-day.ts';
import { FormDialog, type FormDialogProps } from '../../components/dialog.tsx';
import { actionName, useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';

/** The name of a booking in buttons and messages. */
export const bookingName = ({ bookingId, name }: BookingView): string => name ?? bookingId;

interface ReasonDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit'> {
  readonly booking: BookingView;
  readonly children?: ComponentChildren;
}

/** Asks for the reason for a change to a booking. The log keeps the reason. */
const ReasonDialog = ({ booking, title, children, ...dialog }: ReasonDialogProps) => {
  const t = useTexts('users');
  return (
    <FormDialog {...dialog} title={actionName(title, bookingName(booking))}>
      <TextField
        label={t.reason}
        hint={t.reasonHint}
        name="reason"
        maxLength={fields.reason.maxLength}
        required
        autofocus
      />
      {children}
    </FormDialog>
  );
};

interface BookingDialogProps {
  readonly booking: BookingView;
  readonly onDone: () => void;
}

/** Checks a person in by hand: now or, if the check-in period is not open now, at a chosen time within the period. */
export const CheckInDialog = ({ booking, onDone }: BookingDialogProps) => {
  const t = useTexts('users');
  const { call } = useMember();
  const { userId, bookingId, checkinOpensAt, noShowAt } = booking;
  const [isOpenNow] = useState(() => Date.now() >= Date.parse(checkinOpensAt) && Date.now() < Date.parse(noShowAt));
  const opening = toFieldValue(checkinOpensAt);
  /** If the proposed time is unchanged, the exact start of the period, which the field shows without milliseconds. */
  const momentIn = (value: string): string =>
    value === opening ? checkinOpensAt : momentOf(value, checkinOpensAt, noShowAt);
  return (
    <ReasonDialog
      booking={booking}
      title={t.checkIn}
      action={t.checkIn}
      onSubmit={async (valueOf) => {
        const at = isOpenNow ? undefined : momentIn(valueOf('at'));
        await call('checkIn', { body: { userId, bookingId, reason: valueOf('reason').trim(), at } });
        onDone();
        return t.format(t.checkinDone, { booking: bookingName(booking) });
      }}
    >
      {!isOpenNow && (
        <TextField type="datetime-local" label={t.moment} hint={t.momentHint} name="at" value={opening} required />
      )}
    </ReasonDialog>
  );
};

export const UndoDialog = ({ booking, onDone }: BookingDialogProps) => {
  const t = useTexts('users');
  const { call } = useMember();
  const { userId, bookingId } = booking;
  return (
    <ReasonDialog
      booking={booking}
      title={t.undoCheckin}
      action={t.undo}
      onSubmit={async (valueOf) => {
        await call('undoCheckin', { body: { userId, bookingId, reason: valueOf('reason').trim() } });
        onDone();
        return t.format(t.undone, { booking: bookingName(booking) });
      }}
    />
  );
};
