import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { actionName } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { momentOf, toFieldValue } from '../../components/local-day.ts';
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

interface ReasonDialogProps extends BookingDialogProps {
  readonly title: string;
  readonly action: string;
  readonly onSubmit: (reason: string) => Promise<unknown>;
  /** The text that is announced after the change. */
  readonly done: string;
  readonly children?: ComponentChildren;
}

/** Asks for the reason for a change to a booking. The log keeps the reason. */
const ReasonDialog = (props: ReasonDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const [reason, setReason] = useState('');
  const submit = async (): Promise<void> => {
    await props.onSubmit(reason.trim());
    props.onDone();
    announce(props.done);
  };
  return (
    <FormDialog
      title={actionName(props.title, bookingName(props.booking))}
      action={props.action}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        label={t.reason}
        hint={t.reasonHint}
        value={reason}
        onInput={setReason}
        maxLength={fields.reason.maxLength}
        isRequired
        isFocusedFirst
      />
      {props.children}
    </FormDialog>
  );
};

/** Checks a person in by hand: now or, if the check-in period is not open now, at a chosen time within the period. */
export const CheckInDialog = (props: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const { userId, bookingId, checkinOpensAt, noShowAt } = props.booking;
  const [isOpenNow] = useState(() => Date.now() >= Date.parse(checkinOpensAt) && Date.now() < Date.parse(noShowAt));
  const [moment, setMoment] = useState(() => toFieldValue(checkinOpensAt));
  const chosenMoment = (): string =>
    // If the proposed time is unchanged, sends the exact start of the period, which the field shows without milliseconds.
    moment === toFieldValue(checkinOpensAt) ? checkinOpensAt : momentOf(moment, checkinOpensAt, noShowAt);
  return (
    <ReasonDialog
      {...props}
      title={t.checkIn}
      action={t.checkIn}
      done={t.checkinDone(bookingName(props.booking))}
      onSubmit={(reason) =>
        call('checkIn', { body: { userId, bookingId, reason, at: isOpenNow ? undefined : chosenMoment() } })
      }
    >
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
    </ReasonDialog>
  );
};

export const UndoDialog = (props: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const { userId, bookingId } = props.booking;
  return (
    <ReasonDialog
      {...props}
      title={t.undoCheckin}
      action={t.undo}
      done={t.undone(bookingName(props.booking))}
      onSubmit={(reason) => call('undoCheckin', { body: { userId, bookingId, reason } })}
    />
  );
};

export const CancelDialog = ({ booking, onDone, onClose }: BookingDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  return (
    <ConfirmDialog
      title={actionName(t.cancel, bookingName(booking))}
      warning={t.cancelWarning}
      action={t.cancelBooking}
      dismissal={t.keep}
      onClose={onClose}
      onConfirm={async () => {
        await call('cancelBooking', { body: { userId: booking.userId, bookingId: booking.bookingId } });
        onDone();
        announce(t.cancelled(bookingName(booking)));
      }}
    />
  );
};
