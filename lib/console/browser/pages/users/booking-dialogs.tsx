import type { JSX } from 'preact';
import { fields } from '../../../../../shared/rules/fields.ts';
import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { named } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { localMoment, momentOf } from '../../components/local-day.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { usersMessages } from './users-messages.ts';

/** The name of a booking in buttons and messages. */
export const bookingName = ({ bookingId, name }: BookingView): string => name ?? bookingId;

interface BookingDialogProps {
  readonly booking: BookingView;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A moment in the format of a datetime-local field, to the second. */
const toLocal = (moment: string): string => localMoment(moment).replace(' ', 'T');

/** Checks a person in by hand: now, or, if the period is not open now, at a moment inside it. */
export const CheckInDialog = ({ booking, onDone, onClose }: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { api } = useMember();
  const { userId, bookingId, checkinOpensAt, noShowAt } = booking;
  const [isOpenNow] = useState(() => Date.now() >= Date.parse(checkinOpensAt) && Date.now() < Date.parse(noShowAt));
  const [reason, setReason] = useState('');
  const [moment, setMoment] = useState(() => toLocal(checkinOpensAt));
  const submit = async (): Promise<void> => {
    // The proposed moment is the start of the period, whose milliseconds the field cannot show.
    const at = moment === toLocal(checkinOpensAt) ? checkinOpensAt : momentOf(moment, checkinOpensAt, noShowAt);
    await api.checkIn({ userId, bookingId, reason: reason.trim(), ...(!isOpenNow && { at }) });
    onDone();
    announce(t.checkinDone(bookingName(booking)));
  };
  return (
    <FormDialog title={named(t.checkIn, bookingName(booking))} action={t.checkIn} onSubmit={submit} onClose={onClose}>
      <ReasonField value={reason} onInput={setReason} />
      {!isOpenNow && (
        <TextField
          type="datetime-local"
          label={t.moment}
          hint={t.momentHint}
          value={moment}
          onInput={setMoment}
          isRequired
        />
      )}
    </FormDialog>
  );
};

export const UndoDialog = ({ booking, onDone, onClose }: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { api } = useMember();
  const [reason, setReason] = useState('');
  const submit = async (): Promise<void> => {
    await api.undoCheckin({ userId: booking.userId, bookingId: booking.bookingId, reason: reason.trim() });
    onDone();
    announce(t.undone(bookingName(booking)));
  };
  return (
    <FormDialog title={named(t.undoCheckin, bookingName(booking))} action={t.undo} onSubmit={submit} onClose={onClose}>
      <ReasonField value={reason} onInput={setReason} />
    </FormDialog>
  );
};

export const CancelDialog = ({ booking, onDone, onClose }: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { api } = useMember();
  return (
    <ConfirmDialog
      title={named(t.cancel, bookingName(booking))}
      warning={t.cancelWarning}
      action={t.cancelBooking}
      dismissal={t.keep}
      onClose={onClose}
      onConfirm={async () => {
        await api.cancelBooking({ userId: booking.userId, bookingId: booking.bookingId });
        onDone();
        announce(t.cancelled(bookingName(booking)));
      }}
    />
  );
};

const ReasonField = (props: { readonly value: string; readonly onInput: (value: string) => void }): JSX.Element => {
  const t = useTexts(usersMessages);
  return (
    <TextField
      label={t.reason}
      hint={t.reasonHint}
      maxLength={fields.reason.maxLength}
      isRequired
      isFocusedFirst
      {...props}
    />
  );
};
