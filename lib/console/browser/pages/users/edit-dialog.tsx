import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { isLanguageTag, languageTags } from '../../../../../shared/rules/languages.ts';
import { ApiError } from '../../api/connection.ts';
import { actionName } from '../../components/actions.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { usePersonName } from '../../components/person-name.tsx';
import { announce } from '../../components/status.tsx';
import { LANGUAGES, useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { usersMessages } from './users-messages.ts';

interface EditDialogProps {
  readonly person: PersonView;
  readonly onSaved: (person: PersonView) => void;
  /** Called if somebody else has changed the person in the meantime. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

const MAX_BADGES = fields.uids.max;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Edits a person. Emptying a field removes its value; a badge that somebody else has is rejected. */
export const EditDialog = ({ person, onSaved, onStale, onClose }: EditDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const nameOf = usePersonName();
  const [name, setName] = useState(person.name ?? '');
  const [email, setEmail] = useState(person.email ?? '');
  const [language, setLanguage] = useState(person.language ?? '');
  const [badges, setBadges] = useState<readonly string[]>(person.uids);
  // One extra, empty input, for adding a badge.
  const shown = [...badges, ...(badges.length < MAX_BADGES ? [''] : [])];
  const submit = async (): Promise<void> => {
    // Badges are compared exactly, so nothing is trimmed.
    const uids = badges.filter((badge) => badge !== '');
    const changes: BodyOf<'updateUser'> = {
      ...(name !== (person.name ?? '') && { name: orNull(name) }),
      ...(email !== (person.email ?? '') && { email: orNull(email) }),
      ...(language !== (person.language ?? '') && { language: isLanguageTag(language) ? language : null }),
      ...(JSON.stringify(uids) !== JSON.stringify(person.uids) && { uids: uids.length === 0 ? null : uids }),
    };
    const saved = await call('updateUser', {
      params: { userId: person.id },
      body: changes,
      ifMatch: person.etag,
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 412) onStale();
      throw error;
    });
    onSaved(saved);
    onClose();
    announce(t.saved(nameOf(saved)));
  };
  return (
    <FormDialog title={actionName(t.edit, nameOf(person))} action={t.save} onSubmit={submit} onClose={onClose}>
      <TextField label={t.name} value={name} onInput={setName} maxLength={fields.personName.maxLength} isFocusedFirst />
      {shown.map((badge, index) => (
        <TextField
          // eslint-disable-next-line react/no-array-index-key -- badges have no id, only a position
          key={index}
          label={t.badge(index + 1)}
          value={badge}
          onInput={(text) =>
            setBadges(
              shown
                .map((one, position) => (position === index ? text : one))
                .slice(0, Math.max(badges.length, index + 1)),
            )
          }
          maxLength={fields.uid.maxLength}
        />
      ))}
      <TextField type="email" label={t.email} value={email} onInput={setEmail} maxLength={fields.email.maxLength} />
      <SelectField
        label={t.facts.language}
        value={language}
        onChange={setLanguage}
        options={[['', '—'], ...languageTags.map((tag) => [tag, LANGUAGES[tag]] as const)]}
      />
    </FormDialog>
  );
};
