import { useState } from 'preact/hooks';
import type { BookingView } from '../../../../../shared/console-api/bookings.ts';
import type { BodyOf, ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { ApiError, isTemporary, ignoreError, useMember } from '../../api/connection.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { rememberFocus } from '../focus.ts';
import { dayOf, today } from '../local-day.ts';
import { type Announcement, announce } from '../notice.tsx';
import { useZone } from '../zone.ts';

type CheckIn = BodyOf<'checkIn'>;
type UndoReason = Pick<BodyOf<'undoCheckin'>, 'reason' | 'reasonCode'>;

interface Outcome {
  /** The bookings that could not be checked in. */
  readonly failed: readonly BookingView[];
  readonly announcement: Announcement;
}

/**
 * Checks a person's bookings in by hand, and undoes check-ins.
 * @param person what to call the person
 * @param onDone called after each, to show what has changed
 */
export const useByHand = (userId: number, person: string, onDone: () => void) => {
  const t = useTexts('checkIn');
  const { call, me } = useMember();
  const timeZone = useZone();
  /** The button that opened the dialog gets the focus again when "Undo" disappears with the message. */
  const [focusOpener] = useState(rememberFocus);
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' });

  /** Names several bookings in a sentence. */
  const nameAll = (bookings: readonly BookingView[]): string =>
    list.format(bookings.map(({ name, bookingId }) => name ?? bookingId));

  /** Reads the person's bookings whose periods touch a day. */
  const readDay = async (day: string, signal?: AbortSignal): Promise<readonly BookingView[]> => {
    const query = { day, timeZone, limit: fields.pageLimit.max };
    return (await call('listUserBookings', { params: { userId }, query, signal })).items;
  };

  /** @returns what to announce */
  const undo = async (bookings: readonly BookingView[], reason: UndoReason): Promise<string> => {
    try {
      for (const { bookingId } of bookings)
        await ignoreError(call('undoCheckin', { body: { userId, bookingId, ...reason } }), 'not_checked_in');
    } finally {
      // Even if it failed: the response might be lost, or the first of several bookings undone.
      onDone();
    }
    return t.format(t.undone, { person, bookings: nameAll(bookings) });
  };

  /**
   * Sends a check-in. If the response is lost, finds out from the bookings what it did. Another member could have checked a
   * booking in at the same time, and Undo must not undo that.
   */
  const send = async (body: CheckIn): Promise<ResponseOf<'checkIn'>['items']> => {
    try {
      return (await call('checkIn', { body })).items;
    } catch (problem) {
      if (!isTemporary(problem as Error)) throw problem;
      const current = await readDay(body.at ? dayOf(body.at, timeZone) : today(timeZone));
      const checkedIn = current.filter(
        (one) => body.bookingIds.includes(one.bookingId) && one.checkedInAt !== undefined,
      );
      // Sent again, it has no further effect even if the first request arrives late.
      if (checkedIn.length === 0) return (await call('checkIn', { body })).items;
      const ownName = me.email ?? me.subject;
      return checkedIn.map(({ bookingId, byHand }) => ({
        bookingId,
        result: byHand?.by === ownName ? 'checked_in' : 'already_checked_in',
      }));
    }
  };

  const checkIn = async (
    bookings: readonly BookingView[],
    details: Pick<CheckIn, 'reason' | 'reasonCode' | 'at'>,
  ): Promise<Outcome> => {
    const items = await send({ userId, bookingIds: bookings.map(({ bookingId }) => bookingId), ...details });
    const resultOf = new Map(items.map(({ bookingId, result }) => [bookingId, result]));
    const checkedInNow = bookings.filter(({ bookingId }) => resultOf.get(bookingId) === 'checked_in');
    const checkedIn = bookings.filter(
      (one) => checkedInNow.includes(one) || resultOf.get(one.bookingId) === 'already_checked_in',
    );
    onDone();
    const undoAll = (): void => {
      focusOpener();
      void undo(checkedInNow, { reasonCode: 'mistake' }).then(announce, (problem: Error) =>
        announce(problem instanceof ApiError ? problem.message : t.connectionUnknown),
      );
    };
    return {
      failed: bookings.filter((one) => !checkedIn.includes(one)),
      announcement: {
        text: t.format(t.done, { person, bookings: nameAll(checkedIn) }),
        action: checkedInNow.length > 0 ? { text: t.undo, run: undoAll } : undefined,
      },
    };
  };

  return { checkIn, undo, readDay, nameAll };
};
