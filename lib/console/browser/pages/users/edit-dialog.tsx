import { useState } from 'preact/hooks';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { languageTags } from '../../../../../shared/rules/languages.ts';
import { ApiError, useMember } from '../../api/connection.ts';
import { SelectField, TextField, type ValueOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { usePersonName } from '../../components/people.tsx';
import { actionName, LANGUAGES, useTexts } from '../../language/language.ts';

const MAX_BADGES = fields.uids.max;

/** The languages of the service, and the person's own, if the service lacks it. */
const languageOptions = (current: string | undefined): (readonly [string, string])[] => {
  const known = languageTags.map((tag) => [tag, LANGUAGES[tag]] as const);
  return current === undefined || languageTags.some((tag) => tag === current) ? known : [...known, [current, current]];
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Edits a person: sends only what differs from what the form opened with. Emptying a field removes its value. */
export const EditDialog = ({ person, onChanged }: { person: PersonView; onChanged: (person: PersonView) => void }) => {
  const t = useTexts('users');
  const { call } = useMember();
  const nameOf = usePersonName();
  /** The version as last read: if somebody else changes the person meanwhile, the next attempt changes that version. */
  const [etag, setEtag] = useState(person.etag);
  // One extra, empty input, for adding a badge.
  const [badgeCount, setBadgeCount] = useState(Math.min(person.uids.length + 1, MAX_BADGES));
  const badges = Array.from({ length: badgeCount }, (_, index) => `badge${index}`);
  const submit = async (valueOf: ValueOf): Promise<string> => {
    const [name, email, language] = [valueOf('name'), valueOf('email'), valueOf('language')];
    const uids = badges.map(valueOf).filter((badge) => badge.trim() !== '');
    const changes: BodyOf<'updateUser'> = {
      ...(name !== (person.name ?? '') && { name: orNull(name) }),
      ...(email !== (person.email ?? '') && { email: orNull(email) }),
      ...(language !== (person.language ?? '') && { language: orNull(language) }),
      ...(JSON.stringify(uids) !== JSON.stringify(person.uids) && { uids: uids.length === 0 ? null : uids }),
    };
    const params = { userId: person.id };
    try {
      const saved = await call('updateUser', { params, body: changes, ifMatch: etag });
      onChanged(saved);
      return t.format(t.saved, { name: nameOf(saved) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const changed = await call('getUser', { params });
        setEtag(changed.etag);
        onChanged(changed);
      }
      throw error;
    }
  };
  return (
    <FormDialog title={actionName(t.edit, nameOf(person))} action={t.save} onSubmit={submit}>
      <TextField label={t.name} name="name" value={person.name} maxLength={fields.personName.maxLength} autofocus />
      {badges.map((name, index) => (
        <TextField
          key={name}
          label={t.format(t.badge, { number: index + 1 })}
          name={name}
          value={person.uids[index]}
          onInput={() => setBadgeCount(Math.min(Math.max(badgeCount, index + 2), MAX_BADGES))}
          maxLength={fields.uid.maxLength}
        />
      ))}
      <TextField
        inputMode="email"
        label={t.email}
        name="email"
        value={person.email}
        maxLength={fields.email.maxLength}
      />
      <SelectField
        label={t.facts.language}
        name="language"
        value={person.language ?? ''}
        options={[['', '—'], ...languageOptions(person.language)]}
      />
    </FormDialog>
  );
};
