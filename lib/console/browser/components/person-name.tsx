import { Fragment, type JSX } from 'preact';
import { Link } from '../navigation/link.tsx';
import { addressOfOne } from '../navigation/page-id.ts';
import { useTexts } from '../language/language.ts';

export interface Person {
  readonly id: number | string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly uid?: string | undefined;
}

/** What to call a person: the name, or else the e-mail address, the badge or the id. */
export const usePersonName = (): ((person: Person) => string) => {
  const t = useTexts();
  return ({ id, name, email, uid }) => name ?? email ?? uid ?? t.user(id);
};

/** The badges of a person. No badge is broken across two lines. */
export const Badges = ({ uids }: { readonly uids: readonly string[] }): JSX.Element => (
  <>
    {uids.map((uid, index) => (
      <Fragment key={uid}>
        {index > 0 && ', '}
        <span class="whole">{uid}</span>
      </Fragment>
    ))}
  </>
);

/** A link to a person's page. @param day the day whose bookings the page shows; default: today */
export const PersonLink = ({ day, ...person }: Person & { readonly day?: string | undefined }): JSX.Element => {
  const nameOf = usePersonName();
  const query = day === undefined ? '' : `?day=${day}`;
  return <Link href={addressOfOne('users', person.id) + query}>{nameOf(person)}</Link>;
};
