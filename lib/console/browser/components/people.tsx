import { Fragment } from 'preact';
import { Link } from '../navigation/address.tsx';
import { addressOfOne } from '../navigation/page-id.ts';
import { useTexts } from '../language/language.ts';
import { useMember } from '../api/connection.ts';
import type { Choice } from './picker.tsx';
import { useZone } from './zone.ts';
import { readUntilFound } from './read-pages.ts';

/** A user ID as a person writes it: a whole number of at least 1. @returns undefined for anything else */
export const parseUserId = (text: string): number | undefined => {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return id >= 1 && Number.isSafeInteger(id) ? id : undefined;
};

export interface Person {
  readonly id: number | string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly uid?: string | undefined;
}

/** What to call a person: the name, or else the e-mail address, the badge or the id. */
export const usePersonName = (): ((person: Person) => string) => {
  const t = useTexts();
  return ({ id, name, email, uid }) => name ?? email ?? uid ?? t.format(t.user, { id });
};

/** The badges of a person. No badge is broken across two lines. */
export const Badges = ({ uids }: { readonly uids: readonly string[] }) => (
  <>
    {uids.map((uid, index) => (
      <Fragment key={uid}>
        {index > 0 && ', '}
        <span class="whole">{uid}</span>
      </Fragment>
    ))}
  </>
);

/** What distinguishes people with the same name: a badge, or else the e-mail address or the id. */
const distinctionOf = ({ id, name, email, uid }: Person): string | undefined => {
  // Without a name, the e-mail address or else the badge is already what the person is called.
  if (name === undefined) return email === undefined ? undefined : uid;
  return uid ?? email ?? `ID ${id}`;
};

/** A link to a person's page, and what distinguishes the person from others with the same name. */
export const PersonWithDetail = (person: Person & { readonly day?: string | undefined }) => (
  <>
    <PersonLink {...person} />
    <span class="sub wrap">{distinctionOf(person)}</span>
  </>
);

/** A link to a person's page. @param day the day whose bookings the page shows; default: today */
export const PersonLink = ({ day, ...person }: Person & { readonly day?: string | undefined }) => {
  const nameOf = usePersonName();
  const timeZone = useZone();
  const query = day === undefined ? '' : `?${new URLSearchParams({ day, timeZone }).toString()}`;
  return <Link href={addressOfOne('users', person.id) + query}>{nameOf(person)}</Link>;
};

const MAX_CHOICES = 8;

/** A function that finds people for a {@link Picker}, in the same way as the page Users. */
export const useFindPeople = (): ((q: string, signal: AbortSignal) => Promise<Choice[]>) => {
  const nameOf = usePersonName();
  const { call } = useMember();
  return async (q, signal) => {
    const { items } = await readUntilFound((next) =>
      call('searchUsers', { body: { q, next, limit: MAX_CHOICES }, signal }),
    );
    return items.map((person) => ({
      id: String(person.id),
      name: nameOf(person),
      detail: [person.email, `ID ${person.id}`, ...person.uids].filter(Boolean).join(' · '),
    }));
  };
};
