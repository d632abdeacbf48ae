import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BookingView } from '../../../../shared/console-api/bookings.ts';
import type { BodyOf, ResponseOf } from '../../../../shared/console-api/schemas.ts';
import { checkinReasons, undoReasons } from '../../../../shared/rules/bookings.ts';
import { fields } from '../../../../shared/rules/fields.ts';
import { ApiError, isTemporary, useMember } from '../api/connection.ts';
import { useLanguage, useTexts } from '../language/language.ts';
import { closeDialog, Dialog } from './dialog.tsx';
import { CheckField, TextField, valuesIn } from './field.tsx';
import { dayOf, momentOf, today, toFieldValue } from './local-day.ts';
import { Period } from './moment.tsx';
import { announce, ErrorNotice, Loading, Notice } from './notice.tsx';
import { useAttempt, useLoad } from './use-load.ts';
import { useZone } from './zone.ts';

type ReasonCode = (typeof checkinReasons)[number] | (typeof undoReasons)[number];
/** A reason as the API takes it: one of the usual ones, or a text. */
type Reason = Pick<BodyOf<'checkIn'>, 'reason' | 'reasonCode'>;
type UndoReason = Pick<BodyOf<'undoCheckin'>, 'reason' | 'reasonCode'>;

/** Names several bookings in a sentence. */
const useBookingNames = (): ((bookings: readonly Pick<BookingView, 'bookingId' | 'name'>[]) => string) => {
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' });
  return (bookings) => list.format(bookings.map(({ name, bookingId }) => name ?? bookingId));
};

const isOpenAt = ({ checkinOpensAt, noShowAt }: BookingView, moment: number): boolean =>
  moment >= Date.parse(checkinOpensAt) && moment < Date.parse(noShowAt);

interface ReasonChoiceProps<Code extends ReasonCode> {
  readonly codes: readonly Code[];
  /** The verb of the button that sends a typed reason. */
  readonly action: string;
  /** Whether the field for another reason is shown at once. */
  readonly isTextShown: boolean;
  readonly isDisabled?: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (reason: { readonly reasonCode: Code } | { readonly reason: string }) => void;
}

/** The usual reasons, each of which acts at once, and a field for any other. */
const ReasonChoice = <Code extends ReasonCode>(props: ReasonChoiceProps<Code>) => {
  const t = useTexts('checkIn');
  const { codes, action, isDisabled = false, isBusy, onChoose } = props;
  const [isOther, setIsOther] = useState(props.isTextShown);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isOther) form.current?.querySelector('input')?.focus();
  }, [isOther]);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onChoose({ reason: valuesIn(event.currentTarget)('reason').trim() });
  };
  return (
    <>
      <div class="choices" role="group" aria-label={t.reason}>
        {codes.map((reasonCode) => (
          <button
            key={reasonCode}
            type="button"
            class="primary"
            disabled={isDisabled}
            aria-busy={isBusy}
            onClick={() => onChoose({ reasonCode })}
          >
            {t.reasons[reasonCode]}
          </button>
        ))}
        {!isOther && (
          <button type="button" disabled={isDisabled} onClick={() => setIsOther(true)}>
            {t.other}
          </button>
        )}
      </div>
      {isOther && (
        <form ref={form} class="other-reason" onSubmit={submit}>
          <TextField label={t.reason} hint={t.reasonHint} name="reason" maxLength={fields.reason.maxLength} required />
          <button type="submit" disabled={isDisabled} aria-busy={isBusy}>
            {action}
          </button>
        </form>
      )}
      <div class="dialog-actions">
        <button type="button" onClick={closeDialog}>
          {t.cancel}
        </button>
      </div>
    </>
  );
};

interface ByHandProps {
  readonly title: string;
  /** What to call the person. */
  readonly person: string;
  readonly booking: BookingView;
  readonly isReasonShown: boolean;
  /** Called after the check-in or undo, to show what has changed. */
  readonly onDone: () => void;
}

/** Reads a person's bookings whose periods touch a day. */
const useBookingsOfDay = (userId: number) => {
  const { call } = useMember();
  const timeZone = useZone();
  return async (day: string, signal?: AbortSignal): Promise<readonly BookingView[]> => {
    const query = { day, timeZone, limit: fields.pageLimit.max };
    return (await call('listUserBookings', { params: { userId }, query, signal })).items;
  };
};

/** Returns a function that ends the dialog of the calling element, unless the person has closed it. */
const useCloseOwnDialog = (): (() => void) => {
  const isOpen = useRef(true);
  useLayoutEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  return () => {
    if (isOpen.current) closeDialog();
  };
};

/**
 * Checks a person in by hand. A check-in is made now or, if the check-in period is not open now, at a chosen time within it.
 * @param withOthers offers the person's other bookings that are open now, so that desk and parking are one check-in
 */
export const CheckInDialog = ({
  title,
  person,
  booking,
  withOthers,
  isReasonShown,
  onDone,
}: ByHandProps & { readonly withOthers: boolean }) => {
  const t = useTexts('checkIn');
  const { call } = useMember();
  const timeZone = useZone();
  const nameAll = useBookingNames();
  const { userId, checkinOpensAt, noShowAt } = booking;
  const readDay = useBookingsOfDay(userId);
  const close = useCloseOwnDialog();
  const [openedAt] = useState(() => Date.now());
  const isOpenNow = isOpenAt(booking, openedAt);
  const { data: bookings, error: readError } = useLoad<readonly BookingView[]>('open', async (signal) => {
    if (!withOthers || !isOpenNow) return [booking];
    const others = (await readDay(today(timeZone), signal)).filter(
      (one) => one.bookingId !== booking.bookingId && one.checkedInAt === undefined && isOpenAt(one, openedAt),
    );
    return [booking, ...others].slice(0, fields.bookingIds.max);
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = (bookings ?? []).filter(({ bookingId }) => !left.has(bookingId));
  const opening = toFieldValue(checkinOpensAt, timeZone);
  const [at, setAt] = useState(opening);
  const [failed, setFailed] = useState<readonly BookingView[]>([]);
  const { isBusy, error, attempt } = useAttempt();

  const undo = async (done: readonly BookingView[]): Promise<void> => {
    for (const { bookingId } of done) await call('undoCheckin', { body: { userId, bookingId, reasonCode: 'mistake' } });
    onDone();
    announce(t.format(t.undone, { person, bookings: nameAll(done) }));
  };
  /** Checks in. If the response is lost, looks whether the bookings are checked in now. */
  const checkInOnce = async (body: BodyOf<'checkIn'>): Promise<ResponseOf<'checkIn'>['items']> => {
    try {
      return (await call('checkIn', { body })).items;
    } catch (problem) {
      if (!isTemporary(problem as Error)) throw problem;
      const current = await readDay(isOpenNow ? today(timeZone) : dayOf(checkinOpensAt, timeZone));
      const present = current.filter((one) => body.bookingIds.includes(one.bookingId) && one.checkedInAt !== undefined);
      if (present.length === 0) throw problem;
      return present.map(({ bookingId, byHand: made }) => ({
        bookingId,
        result: made ? 'checked_in' : 'already_checked_in',
      }));
    }
  };
  const checkIn = async (reason: Reason): Promise<void> => {
    // If the proposed time is unchanged, the exact start of the period, which the field shows without milliseconds.
    const moment = at === opening ? checkinOpensAt : momentOf(at, checkinOpensAt, noShowAt, timeZone);
    const bookingIds = chosen.map(({ bookingId }) => bookingId);
    const body = { userId, bookingIds, ...reason, at: isOpenNow ? undefined : moment };
    const items = await checkInOnce(body);
    const of = (...results: readonly string[]) =>
      chosen.filter(({ bookingId }) =>
        items.some((one) => one.bookingId === bookingId && results.includes(one.result)),
      );
    const done = of('checked_in');
    const present = of('checked_in', 'already_checked_in');
    onDone();
    if (present.length < chosen.length) {
      setFailed(chosen.filter((one) => !present.includes(one)));
      return;
    }
    close();
    const explain = (problem: Error): void =>
      announce(problem instanceof ApiError ? problem.message : t.connectionUnknown);
    const action = { text: t.undo, run: () => void undo(done).catch(explain) };
    announce(t.format(t.done, { person, bookings: nameAll(present) }), done.length > 0 ? { action } : {});
  };
  return (
    <Dialog title={title}>
      {!isOpenNow && (
        <TextField type="datetime-local" label={t.moment} hint={t.momentHint} value={at} onInput={setAt} required />
      )}
      {withOthers && (
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
                const rest = new Set(left);
                if (isChecked) rest.delete(one.bookingId);
                else rest.add(one.bookingId);
                setLeft(rest);
              }}
            />
          ))}
        </div>
      )}
      {failed.length > 0 && <Notice>{t.format(t.notOpen, { bookings: nameAll(failed) })}</Notice>}
      <ErrorNotice error={readError ?? error} />
      <ReasonChoice
        codes={checkinReasons}
        action={t.action}
        isTextShown={isReasonShown}
        isDisabled={chosen.length === 0}
        isBusy={isBusy}
        onChoose={(reason) => !isBusy && void attempt(() => checkIn(reason))}
      />
    </Dialog>
  );
};

/** Undoes a check-in, by hand or at a gate. */
export const UndoDialog = ({ title, person, booking, isReasonShown, onDone }: ByHandProps) => {
  const t = useTexts('checkIn');
  const { call } = useMember();
  const nameAll = useBookingNames();
  const { isBusy, error, attempt } = useAttempt();
  const { userId, bookingId } = booking;
  const close = useCloseOwnDialog();
  const undo = async (reason: UndoReason): Promise<void> => {
    await call('undoCheckin', { body: { userId, bookingId, ...reason } });
    onDone();
    close();
    announce(t.format(t.undone, { person, bookings: nameAll([booking]) }));
  };
  return (
    <Dialog title={title}>
      <p class="hint">{t.undoHint}</p>
      <ErrorNotice error={error} />
      <ReasonChoice
        codes={undoReasons}
        action={t.undo}
        isTextShown={isReasonShown}
        isBusy={isBusy}
        onChoose={(reason) => !isBusy && void attempt(() => undo(reason))}
      />
    </Dialog>
  );
};
