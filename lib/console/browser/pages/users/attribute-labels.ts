import type { UserAttributeName } from '../../../../../shared/rules/attributes.ts';
import { useTexts } from '../../language/language.ts';

/** What a reader calls the attributes of a person. The first badge is among `uids`. */
export const useAttributeLabels = () => {
  const t = useTexts('users');
  return { ...t.facts, name: t.name, email: t.email } satisfies Readonly<
    Record<Exclude<UserAttributeName, 'uid'>, string>
  >;
};
