import { useLayoutEffect, useState } from 'preact/hooks';
import { Field, TextField } from '../../components/field.tsx';
import { parseUserId, useFindPeople, usePersonName } from '../../components/people.tsx';
import { isDay } from '../../components/local-day.ts';
import { type Choice, Picker } from '../../components/picker.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { useIsNarrow } from '../../components/use-is-narrow.ts';
import { useLoad } from '../../components/use-load.ts';
import { setQuery } from '../../navigation/address.tsx';
import { useMay, useMember } from '../../api/connection.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import type { LoggedCode } from '../../../../../shared/rules/bookings.ts';
import { cleanIdentifier, foldEmail } from '../../../../../shared/rules/outside-text.ts';
import type { CompanyAction } from '../../../../../shared/rules/audit-actions.ts';
import { useTexts } from '../../language/language.ts';

/** Query parameters, which have the same names in the page's address and in the API. Only links set `import`: it has no field. */
export const FILTERS = ['from', 'until', 'hour', 'user', 'member', 'client', 'reader', 'result', 'import'] as const;
export type LogFilter = Readonly<Record<(typeof FILTERS)[number], string>>;

const isBadDay = (day: string): boolean => day !== '' && !isDay(day);
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
const isBadHour = (hour: string): boolean => hour !== '' && !HOURS.includes(hour);
const isBadUser = (user: string): boolean => user !== '' && parseUserId(user) === undefined;

/** Whether every filter of an address can be applied. */
export const isValidFilter = ({ from, until, hour, user }: LogFilter): boolean =>
  !isBadDay(from) && !isBadDay(until) && !isBadHour(hour) && !isBadUser(user);

const MAX_CHOICES = 8;
const CLIENT_ID_PREFIX = 'ckc_';

/** The filters of the log. Their values are in the page's URL. */
export const LogFilters = ({ filter }: { readonly filter: LogFilter }) => {
  const t = useTexts('log');
  const canSeeChanges = useMay('log.changes');
  const canSeeClients = useMay('clients.read');
  const isNarrow = useIsNarrow();
  const toolbar = (
    <div class="toolbar">
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={t.filters[name]}
          error={isBadDay(filter[name]) ? t.format(t.badDay, { text: filter[name] }) : undefined}
          value={filter[name]}
          onInput={(value) => setQuery({ [name]: value })}
        />
      ))}
      <Field label={t.filters.hour}>
        {(control) => (
          <select {...control} value={filter.hour} onChange={(event) => setQuery({ hour: event.currentTarget.value })}>
            <option value="">{t.anyHour}</option>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {hour.padStart(2, '0')}:00
              </option>
            ))}
          </select>
        )}
      </Field>
      <PersonFilter {...filter} />
      {/* Members who cannot read clients see this field only if the address names a client, and can only clear it. */}
      {(canSeeClients || filter.client !== '') && <ClientFilter client={filter.client} />}
      <ReaderFilter reader={filter.reader} />
      <Field label={t.filters.result}>
        {(control) => (
          <select
            {...control}
            value={filter.result}
            onChange={(event) => setQuery({ result: event.currentTarget.value })}
          >
            <option value="">{t.all}</option>
            <optgroup label={t.checkins}>
              <Options texts={t.codes satisfies Readonly<Record<LoggedCode, string>>} />
            </optgroup>
            {canSeeChanges && (
              <optgroup label={t.actions}>
                <Options texts={t.actionNames satisfies Readonly<Record<CompanyAction, string>>} />
              </optgroup>
            )}
          </select>
        )}
      </Field>
    </div>
  );
  if (!isNarrow) return toolbar;
  return (
    <details class="filters" open={FILTERS.some((name) => filter[name] !== '')}>
      <summary>{t.showFilters}</summary>
      {toolbar}
    </details>
  );
};

/** Filters when the person leaves the field or presses Enter, because only whole names match. */
const ReaderFilter = ({ reader }: Pick<LogFilter, 'reader'>) => {
  const t = useTexts('log');
  const [typed, setTyped] = useState(reader);
  // The filter can also change without typing: by "back", or by a button that removes it.
  useLayoutEffect(() => setTyped(reader), [reader]);
  return (
    <Field label={t.filters.reader}>
      {(control) => (
        <input
          {...control}
          value={typed}
          maxLength={fields.reader.maxLength}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => setQuery({ reader: event.currentTarget.value.trim() })}
        />
      )}
    </Field>
  );
};

const Options = ({ texts }: { readonly texts: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(texts).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);

/** Begins the ids of choices that are members of the console. Those of people who check in are numbers. */
const MEMBER_PREFIX = 'member ';

/** The choice that stands for the member or invited person with this e-mail address. The page's URL has only its digest. */
const memberChoice = async (email: string, detail: string): Promise<Choice> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id: MEMBER_PREFIX + hex, name: email, detail };
};

/**
 * Finds people, and members by their whole e-mail address. An id that nobody has is offered too, because the log keeps the ids of
 * removed people.
 */
const PersonFilter = ({ user, member }: Pick<LogFilter, 'user' | 'member'>) => {
  const t = useTexts('log');
  const canSeeChanges = useMay('log.changes');
  /** The member who was chosen last: the page's URL does not have the e-mail address. */
  const [chosen, setChosen] = useState<Choice>();
  const nameOf = usePersonName();
  const { call } = useMember();
  const id = parseUserId(user);
  const { data } = useLoad(user, async (signal) =>
    id === undefined ? undefined : call('getUser', { params: { userId: id }, signal }),
  );
  const findPeople = useFindPeople();
  const find = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const people = await findPeople(q, signal);
    if (canSeeChanges && q.includes('@'))
      return [...people, await memberChoice(foldEmail(cleanIdentifier(q)), t.memberOrInvitation)];
    const typedId = parseUserId(q);
    return typedId === undefined || people.some((person) => person.id === String(typedId))
      ? people
      : [...people, { id: String(typedId), name: nameOf({ id: typedId }) }];
  };
  const nameOfChosen = (): string => {
    if (member !== '') return chosen?.id === MEMBER_PREFIX + member ? chosen.name : t.memberOrInvitation;
    return id === undefined ? user : nameOf(data?.id === id ? data : { id });
  };
  return (
    <Picker
      label={t.person}
      placeholder={t.findPersonHint}
      badValue={isBadUser(user) ? t.badUserId : undefined}
      chosenName={nameOfChosen()}
      find={find}
      onChoose={(choice) => {
        setChosen(choice);
        const isMember = choice?.id.startsWith(MEMBER_PREFIX) === true;
        setQuery({
          user: isMember ? '' : (choice?.id ?? ''),
          member: isMember ? choice.id.slice(MEMBER_PREFIX.length) : '',
        });
      }}
    />
  );
};

/** Finds an API client by name or id. An unknown id is offered too, because the log keeps the ids of deleted clients. */
const ClientFilter = ({ client }: { readonly client: string }) => {
  const t = useTexts('log');
  const { call } = useMember();
  /** The last choice, whose name is known before it is read again. */
  const [chosen, setChosen] = useState<Choice>();
  const { data } = useLoad(client, async (signal) =>
    client === '' ? undefined : call('getClient', { params: { clientId: client }, signal }),
  );
  const find = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const { items } = await readUntilFound((next) =>
      call('listClients', { query: { q, next, limit: MAX_CHOICES }, signal }),
    );
    const found = items.map(({ clientId, name }) => ({ id: clientId, name, detail: clientId }));
    return found.length === 0 && q.startsWith(CLIENT_ID_PREFIX) ? [{ id: q, name: q }] : found;
  };
  const nameOfChosen = (): string => {
    if (chosen?.id === client) return chosen.name;
    return data?.clientId === client ? data.name : client;
  };
  return (
    <Picker
      label={t.client}
      placeholder={t.clientHint}
      chosenName={nameOfChosen()}
      find={find}
      onChoose={(choice) => {
        setChosen(choice);
        setQuery({ client: choice?.id ?? '' });
      }}
    />
  );
};
