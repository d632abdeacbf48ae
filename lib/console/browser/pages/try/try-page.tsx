import { useLayoutEffect, useState } from 'preact/hooks';
import type { BodyOf, ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { ApiError, useMember } from '../../api/connection.ts';
import { BookingName, ResultBadge } from '../../components/booking-result.tsx';
import { TextField, valuesIn } from '../../components/field.tsx';
import { toFieldValue } from '../../components/local-time.ts';
import { formatMoment, Period, ZoneNote } from '../../components/moment.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page.tsx';
import { parseUserId, useFindPeople } from '../../components/people.tsx';
import type { Choice } from '../../components/picker.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { DataTable } from '../../components/table.tsx';
import { useLoad } from '../../components/use-load.ts';
import { type Language, type TextsOf, useLanguage, useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.tsx';

type Result = ResponseOf<'tryCheckin'>;
type Identifiers = Pick<BodyOf<'tryCheckin'>, 'id' | 'uid' | 'email'>;

/**
 * Returns the identifiers that a text might be, in the order in which to try them: an e-mail address, or else a badge, then
 * an ID.
 */
const identifiersIn = (text: string): Identifiers[] => {
  if (text.includes('@')) return [{ email: text }];
  const id = parseUserId(text);
  return [{ uid: text }, ...(id === undefined ? [] : [{ id }])];
};

interface Swipe extends Pick<BodyOf<'tryCheckin'>, 'date' | 'reader'> {
  /** Distinguishes two tries of the same swipe. */
  readonly number: number;
  /** Who it might be, in the order in which to try them. */
  readonly identifiers: readonly Identifiers[];
}

export const TryPage = () => {
  const t = useTexts('try');
  const { call } = useMember();
  const find = useFindPeople();
  const { query } = useAddress();
  /** The person and the time in the URL. The time can have an offset. */
  const [id, date] = [query.get('id') ?? '', query.get('date') ?? ''];
  /** The time as a value of the field; empty if it is not a date-time. */
  const fieldDate = Number.isNaN(Date.parse(date)) ? '' : toFieldValue(date);
  const isBadDate = date !== '' && fieldDate === '';
  /** The text in the search, and the person who was chosen from the list. */
  const [q, setQ] = useState(id);
  const [chosen, setChosen] = useState<Choice | undefined>(id === '' ? undefined : { id, name: id });
  const [swipe, setSwipe] = useState<Swipe>();
  const { data, error, isLoading } = useLoad(String(swipe?.number), async (signal) => {
    if (!swipe) return undefined;
    const { identifiers, date: moment, reader } = swipe;
    const tryAs = (who: Identifiers | undefined) =>
      call('tryCheckin', { body: { ...who, date: moment, reader }, signal });
    const [first, second] = identifiers;
    const tried = await tryAs(first).catch((problem: Error) => {
      if (second === undefined || !(problem instanceof ApiError) || problem.code !== 'user_not_found') throw problem;
      return tryAs(second);
    });
    return { ...tried, at: moment ?? new Date().toISOString() };
  });
  const isBusy = swipe !== undefined && isLoading;
  const result = isBusy || error ? undefined : data;
  const people = useLoad(q, async (signal) => (q === '' || chosen ? [] : find(q, signal)));

  const run = (form: HTMLFormElement | undefined, person: string, isId: boolean): void => {
    const read = (name: string): string | undefined => (form && valuesIn(form)(name).trim()) || undefined;
    const local = form ? read('date') : fieldDate || undefined;
    // An unchanged time is sent as it was given: when clocks go back, the field alone would not say which of two hours is meant.
    const moment = local && new Date(local === fieldDate ? date : local).toISOString();
    // The URL names the person only by ID, never by badge or e-mail address.
    setQuery({ id: isId ? person : '', date: moment ?? '' });
    setSwipe({
      number: (swipe?.number ?? 0) + 1,
      identifiers: isId ? [{ id: Number(person) }] : identifiersIn(person),
      date: moment,
      reader: read('reader'),
    });
  };
  // If the URL already names a person (after following a link or signing in), the result is shown at once.
  useLayoutEffect(() => {
    if (parseUserId(id) !== undefined && !isBadDate) run(undefined, id, true);
  }, []);
  const choose = (choice: Choice): void => {
    setChosen(choice);
    setQ(choice.name);
  };
  const found = chosen || people.isLoading || people.error ? undefined : people.data;
  return (
    <>
      <PageHeader title={t.titles.try} intro={t.intro} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          // The state may lag behind what has just been typed.
          const field = event.currentTarget.querySelector<HTMLInputElement>('[type=search]');
          const typed = field?.value.trim() ?? '';
          const isChosen = chosen !== undefined && typed === chosen.name;
          if (typed === '') field?.focus();
          else run(event.currentTarget, isChosen ? chosen.id : typed, isChosen);
        }}
      >
        <SearchBox
          label={t.findPerson}
          hint={t.findHint}
          value={q}
          onChange={(value) => {
            setQ(value);
            setChosen(undefined);
          }}
          result={q !== '' && found?.length === 0 ? t.nobody : ''}
          targets={['main form .list button', 'main form [type=submit]']}
        />
        <ErrorNotice error={people.error} onRetry={people.reload} />
        {found !== undefined && found.length > 0 && (
          <ul class="list">
            {found.map((choice) => (
              <li key={choice.id}>
                <button type="button" class="quiet" onClick={() => choose(choice)}>
                  {choice.name}
                </button>
                <span class="hint wrap">{choice.detail}</span>
              </li>
            ))}
          </ul>
        )}
        <div class="field-grid">
          <TextField
            name="date"
            label={t.date}
            hint={t.dateHint}
            type="datetime-local"
            value={fieldDate}
            error={isBadDate ? t.format(t.badDay, { text: date }) : undefined}
          />
          <TextField name="reader" label={t.reader} hint={t.readerHint} />
        </div>
        <div class="actions">
          <button type="submit" class="primary" aria-busy={isBusy}>
            {t.run}
          </button>
        </div>
      </form>
      <section>
        <ErrorNotice error={error} />
        {result !== undefined && <TryResult result={result} />}
      </section>
    </>
  );
};

type Booking = Result['bookings'][number];

/** Returns a sentence that explains a booking's result. */
const reasonOf = (booking: Booking, t: TextsOf<'try'>, language: Language): string => {
  const { result, checkinOpensAt, noShowAt, checkedInAt } = booking;
  const moments: Readonly<Record<Booking['result'], string>> = {
    open: noShowAt,
    already_checked_in: checkedInAt ?? checkinOpensAt,
    too_early: checkinOpensAt,
    too_late: checkedInAt ?? noShowAt,
  };
  const reason = result === 'too_late' && checkedInAt !== undefined ? 'too_late_checked_in' : result;
  return t.format(t.why[reason], { moment: formatMoment(moments[result], language, 'full') });
};

/** What the swipe would do, and an explanation of each booking's result. */
const TryResult = ({ result }: { readonly result: Result & { readonly at: string } }) => {
  const t = useTexts('try');
  const language = useLanguage();
  const { code, checkinCount, bookings, at } = result;
  const moment = formatMoment(at, language, 'full');
  const outcomes: Readonly<Record<Result['code'], string>> = {
    checked_in: t.format(t.wouldCheckIn, { count: checkinCount }),
    already_checked_in: t.alreadyCheckedIn,
    nothing_open: t.format(t.nothingOpen, { moment }),
  };
  return (
    <>
      <div role="region" aria-live="polite">
        <Notice tone={checkinCount > 0 ? 'good' : 'info'}>
          <strong>{outcomes[code]}</strong>
        </Notice>
      </div>
      {bookings.length === 0 ? (
        <EmptyState title={t.noneTitle}>{t.none}</EmptyState>
      ) : (
        <>
          <DataTable
            name={t.bookings}
            rows={bookings}
            rowKey={({ bookingId }) => bookingId}
            columns={[
              { header: t.booking, cell: (booking) => <BookingName booking={booking} /> },
              { header: t.result, class: 'state', cell: (booking) => <ResultBadge result={booking.result} /> },
              { header: t.whyColumn, class: 'note', cell: (booking) => reasonOf(booking, t, language) },
              { header: t.period, class: 'note', cell: (booking) => <Period {...booking} /> },
            ]}
          />
          <ZoneNote />
        </>
      )}
    </>
  );
};
