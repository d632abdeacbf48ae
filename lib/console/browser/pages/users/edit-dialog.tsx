import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { userAttributeNames } from '../../../../../shared/rules/attributes.ts';
import { userRules } from '../../../../../shared/rules/records.ts';
import { languageTags } from '../../../../../shared/rules/languages.ts';
import { ApiError, useMember } from '../../api/connection.ts';
import { SelectField, TextField, type ValueOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { PersonLink, usePersonName } from '../../components/people.tsx';
import { useAttributeLabels } from './attribute-labels.ts';
import { actionName, LANGUAGES, useTexts } from '../../language/language.ts';

const MAX_BADGES = userRules.uids.max;

/** All attributes but the badges, which have their own inputs. */
const textNames = userAttributeNames.filter((name) => name !== 'uid' && name !== 'uids');
const otherNames = textNames.filter((name) => name !== 'name' && name !== 'language');

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
  const labels = useAttributeLabels();
  /** The version as last read: if somebody else changes the person meanwhile, the next attempt changes that version. */
  const [latest, setLatest] = useState(person);
  // One extra, empty input, for adding a badge.
  const [badgeCount, setBadgeCount] = useState(Math.min(person.uids.length + 1, MAX_BADGES));
  const badges = Array.from({ length: badgeCount }, (_, index) => `badge${index}`);
  const [problem, setProblem] = useState<JSX.Element>();
  const submit = async (valueOf: ValueOf): Promise<string | undefined> => {
    setProblem(undefined);
    const uids = badges.map(valueOf).filter((badge) => badge.trim() !== '');
    const changes: BodyOf<'updateUser'> = {
      ...Object.fromEntries(
        textNames.filter((name) => valueOf(name) !== (person[name] ?? '')).map((name) => [name, orNull(valueOf(name))]),
      ),
      ...(JSON.stringify(uids) !== JSON.stringify(person.uids) && { uids: uids.length === 0 ? null : uids }),
    };
    const params = { userId: person.id };
    try {
      const saved = await call('updateUser', { params, body: changes, ifMatch: latest.etag });
      onChanged(saved);
      return t.format(t.saved, { name: nameOf(saved) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) {
        const changed = await call('getUser', { params });
        onChanged(changed);
        setProblem(<ChangedMeanwhile before={latest} after={changed} />);
        setLatest(changed);
        return undefined;
      }
      if (error.taken === undefined) throw error;
      setProblem(<Taken {...error.taken} />);
      return undefined;
    }
  };
  return (
    <FormDialog title={actionName(t.edit, nameOf(person))} action={t.save} onSubmit={submit}>
      <TextField label={labels.name} name="name" value={person.name} maxLength={userRules.name.maxLength} autofocus />
      {badges.map((name, index) => (
        <TextField
          key={name}
          label={t.format(t.badge, { number: index + 1 })}
          name={name}
          value={person.uids[index]}
          onInput={() => setBadgeCount(Math.min(Math.max(badgeCount, index + 2), MAX_BADGES))}
          maxLength={userRules.uid.maxLength}
        />
      ))}
      {otherNames.map((name) => (
        <TextField
          key={name}
          inputMode={name === 'email' ? 'email' : 'text'}
          label={labels[name]}
          name={name}
          value={person[name]}
          maxLength={userRules[name].maxLength}
        />
      ))}
      <SelectField
        label={labels.language}
        name="language"
        value={person.language ?? ''}
        options={[['', '—'], ...languageOptions(person.language)]}
      />
      {problem}
    </FormDialog>
  );
};

/** Says which badge or address belongs to somebody else, and to whom. */
const Taken = ({ value, userId, name }: NonNullable<ApiError['taken']>) => {
  const t = useTexts('users');
  return (
    <Notice>
      {t.format(t.taken, { value })} <PersonLink id={userId} name={name} />
    </Notice>
  );
};

/** Says what somebody else has changed since the form was opened. What was typed stays. */
const ChangedMeanwhile = ({ before, after }: { readonly before: PersonView; readonly after: PersonView }) => {
  const t = useTexts('users');
  const labels = useAttributeLabels();
  const values = [
    [labels.uids, before.uids.join(', '), after.uids.join(', ')],
    ...textNames.map((name) => [labels[name], before[name], after[name]] as const),
  ] as const;
  return (
    <Notice>
      <p>{t.changedMeanwhile}</p>
      <ul>
        {values
          .filter(([, old, current]) => old !== current)
          .map(([label, old, current]) => (
            <li key={label}>
              {label}: {old || '—'} → {current || '—'}
            </li>
          ))}
      </ul>
    </Notice>
  );
};
