import { useState } from 'preact/hooks';
import { ApiError, useMay, useMember } from '../../api/connection.ts';
import { FormDialog, openDialog } from '../../components/dialog.tsx';
import { PersonLink, useFindPeople, usePersonName } from '../../components/people.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { type Choice, Picker } from '../../components/picker.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';

/** A button that opens a dialog for giving an unknown badge to a person. */
export const UnknownBadge = ({ badge }: { readonly badge: string }) => {
  const t = useTexts('badgeOwner');
  if (!useMay('users.change')) return null;
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`${t.title} ${badge}`}
      onClick={() => openDialog(<BadgeOwnerDialog badge={badge} />)}
    >
      {t.title}
    </button>
  );
};

/** Gives a person a badge that belonged to nobody when it was swiped. No URL contains the badge or the typed text. */
const BadgeOwnerDialog = ({ badge }: { readonly badge: string }) => {
  const t = useTexts('badgeOwner');
  const nameOf = usePersonName();
  const { call } = useMember();
  const owner = useLoad(badge, async (signal) => {
    const { items } = await call('searchUsers', { body: { q: badge }, signal });
    return items.filter(({ uids }) => uids.includes(badge));
  });
  const [chosen, setChosen] = useState<Choice>();
  const find = useFindPeople();
  const currentOwner = owner.data?.[0];
  const submit = async (): Promise<string | undefined> => {
    if (chosen === undefined) return undefined;
    // The update replaces all badges of the person, and the list might be out of date, so the person is read again.
    const person = await call('getUser', { params: { userId: chosen.id } });
    const saved = await call('updateUser', {
      params: { userId: person.id },
      // After a lost response, the person may have it already.
      body: { uids: [...new Set([...person.uids, badge])] },
      ifMatch: person.etag,
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'identifier_taken') owner.reload();
      throw error;
    });
    return t.format(t.badgeGiven, { badge, name: nameOf(saved) });
  };
  return (
    <FormDialog
      title={t.title}
      action={chosen === undefined ? t.give : t.format(t.giveTo, { name: chosen.name })}
      isDisabled={chosen === undefined || currentOwner !== undefined}
      onSubmit={submit}
    >
      <ErrorNotice error={owner.error} onRetry={owner.reload} />
      {currentOwner === undefined ? (
        <>
          <p class="wrap">{t.format(t.intro, { badge })}</p>
          <Picker
            label={t.findPerson}
            placeholder={t.findPersonHint}
            chosenName={chosen?.name ?? ''}
            find={find}
            onChoose={setChosen}
          />
        </>
      ) : (
        <Notice tone="warn">
          {t.format(t.badgeTaken, { badge })} <PersonLink {...currentOwner} />.
        </Notice>
      )}
    </FormDialog>
  );
};
