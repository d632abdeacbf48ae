import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import { checkinReasons, undoReasons } from '../../../../../shared/rules/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { actionName, useTexts } from '../../language/language.ts';
import { Dialog, useDialogAction } from '../dialog.tsx';
import { CheckField, TextField } from '../field.tsx';
import { today } from '../local-day.ts';
import { momentOf, toFieldValue } from '../local-time.ts';
import { Period } from '../moment.tsx';
import { ErrorNotice, Loading, Notice } from '../notice.tsx';
import { useLoad } from '../use-load.ts';
import { useZone } from '../zone.ts';
import { ReasonChoice } from './reason-choice.tsx';
import { useByHand } from './use-by-hand.ts';

interface ByHandProps {
  /** What to call the person. */
  readonly person: string;
  readonly booking: BookingView;
  /**
   * For a queue: offers the person's other bookings that are open now, so that desk and parking are one check-in, and asks for
   * a typed reason only on request.
   */
  readonly isQuick?: boolean;
  /** Called after the check-in or undo, to show what has changed. */
  readonly onDone: () => void;
}

/** Checks a person in by hand, or undoes a check-in. */
export const ByHandDialog = (props: ByHandProps) =>
  props.booking.result === 'checked_in' ? <UndoDialog {...props} /> : <CheckInDialog {...props} />;

const isOpenAt = ({ checkinOpensAt, noShowAt }: BookingView, moment: number): boolean =>
  moment >= Date.parse(checkinOpensAt) && moment < Date.parse(noShowAt);

/** A check-in is made now or, if the check-in period is not open now, at a chosen time within it. */
const CheckInDialog = ({ person, booking, isQuick = false, onDone }: ByHandProps) => {
  const t = useTexts('checkIn');
  const timeZone = useZone();
  const { userId, checkinOpensAt, noShowAt } = booking;
  const { checkIn, readDay, nameAll } = useByHand(userId, person, onDone);
  const [openedAt] = useState(() => Date.now());
  const isOpenNow = isOpenAt(booking, openedAt);
  const {
    data: bookings,
    error: readError,
    reload,
  } = useLoad<readonly BookingView[]>('open', async (signal) => {
    if (!isQuick || !isOpenNow) return [booking];
    const others = (await readDay(today(timeZone), signal)).filter(
      (one) => one.bookingId !== booking.bookingId && one.checkedInAt === undefined && isOpenAt(one, openedAt),
    );
    return [booking, ...others].slice(0, fields.bookingIds.max);
  });
  /** The bookings that are not ticked. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const chosen = (bookings ?? []).filter(({ bookingId }) => !leftOut.has(bookingId));
  const opening = toFieldValue(checkinOpensAt, timeZone);
  const [at, setAt] = useState(opening);
  const [failed, setFailed] = useState<readonly BookingView[]>([]);
  const { isBusy, error, perform } = useDialogAction();
  // The proposed time stands for the exact start of the period, which the field shows without milliseconds.
  const moment = (): string => (at === opening ? checkinOpensAt : momentOf(at, checkinOpensAt, noShowAt, timeZone));
  return (
    <Dialog title={isQuick ? t.format(t.title, { person }) : actionName(t.action, booking.name ?? booking.bookingId)}>
      {!isOpenNow && (
        <TextField type="datetime-local" label={t.moment} hint={t.momentHint} value={at} onInput={setAt} required />
      )}
      {isQuick && (
        <div class="list">
          {bookings === undefined && <Loading />}
          {bookings?.map((one) => (
            <CheckField
              key={one.bookingId}
              label={one.name ?? one.bookingId}
              hint={
                <>
                  {t.kinds[one.kind]} · <Period {...one} day={today(timeZone)} />
                </>
              }
              isChecked
              onChange={(isChecked) => {
                const rest = new Set(leftOut);
                if (isChecked) rest.delete(one.bookingId);
                else rest.add(one.bookingId);
                setLeftOut(rest);
              }}
            />
          ))}
        </div>
      )}
      {failed.length > 0 && <Notice>{t.format(t.notOpen, { bookings: nameAll(failed) })}</Notice>}
      <ErrorNotice error={readError} onRetry={reload} />
      <ErrorNotice error={error} />
      <ReasonChoice
        codes={checkinReasons}
        action={t.action}
        isQuick={isQuick}
        isDisabled={chosen.length === 0 || at === ''}
        isBusy={isBusy}
        onChoose={(reason) =>
          perform(async () => {
            const outcome = await checkIn(chosen, { ...reason, at: isOpenNow ? undefined : moment() });
            setFailed(outcome.failed);
            return outcome.failed.length > 0 ? undefined : outcome.announcement;
          })
        }
      />
    </Dialog>
  );
};

/** Undoes a check-in, by hand or at a gate. */
const UndoDialog = ({ person, booking, isQuick = false, onDone }: ByHandProps) => {
  const t = useTexts('checkIn');
  const { undo } = useByHand(booking.userId, person, onDone);
  const { isBusy, error, perform } = useDialogAction();
  const name = booking.name ?? booking.bookingId;
  return (
    <Dialog title={actionName(t.undoCheckin, isQuick ? `${person}, ${name}` : name)}>
      <p class="hint">{t.undoHint}</p>
      <ErrorNotice error={error} />
      <ReasonChoice
        codes={undoReasons}
        action={t.undo}
        isQuick={isQuick}
        isBusy={isBusy}
        onChoose={(reason) => perform(() => undo([booking], reason))}
      />
    </Dialog>
  );
};
