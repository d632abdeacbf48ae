import { useMember } from '../session/member.ts';
import { usePersonName } from './person-name.tsx';
import type { Choice } from './picker.tsx';
import { readUntilFound } from './read-pages.ts';

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
