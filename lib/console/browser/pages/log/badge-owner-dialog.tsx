import { useState } from 'preact/hooks';
import { ApiError, useMay, useMember } from '../../api/connection.ts';
import { FormDialog, openDialog } from '../../components/dialog.tsx';
import { PersonLink, useFindPeople, usePersonName } from '../../components/people.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { type Choice, Picker } from '../../components/picker.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { translations } from '../../language/translations.ts';

const badgeOwnerMessages = translations({
  title: ['This badge belongs to…', 'Este crachá é de…', 'Esta tarjeta es de…'],
  intro: (badge: string) => [
    `The badge ${badge} belonged to nobody when it was swiped. Choose its owner.`,
    `O crachá ${badge} não era de ninguém quando foi usado. Escolha a pessoa que vai recebê-lo.`,
    `La tarjeta ${badge} no era de nadie cuando se leyó. Elija a la persona que la recibe.`,
  ],
  give: ['Give the badge', 'Dar o crachá', 'Dar la tarjeta'],
  giveTo: (name: string) => [`Give the badge to ${name}`, `Dar o crachá a ${name}`, `Dar la tarjeta a ${name}`],
  badgeGiven: (badge: string, name: string) => [
    `The badge ${badge} now belongs to ${name}.`,
    `O crachá ${badge} agora é de ${name}.`,
    `La tarjeta ${badge} ahora es de ${name}.`,
  ],
  badgeTaken: (badge: string) => [
    `The badge ${badge} has since been given to`,
    `O crachá ${badge} já foi dado a`,
    `La tarjeta ${badge} ya se ha dado a`,
  ],
});

/** A button that opens a dialog for giving an unknown badge to a person. */
export const UnknownBadge = ({ badge }: { readonly badge: string }) => {
  const t = useTexts(badgeOwnerMessages);
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
  const t = useTexts(badgeOwnerMessages);
  const nameOf = usePersonName();
  const { call } = useMember();
  const owner = useLoad(badge, async (signal) => (await call('searchUsers', { body: { uid: badge }, signal })).items);
  const [chosen, setChosen] = useState<Choice>();
  const find = useFindPeople();
  const currentOwner = owner.data?.[0];
  const submit = async (): Promise<string | undefined> => {
    if (chosen === undefined) return undefined;
    // The update replaces all badges of the person, and the list might be out of date, so the person is read again.
    const person = await call('getUser', { params: { userId: chosen.id } });
    const saved = await call('updateUser', {
      params: { userId: person.id },
      body: { uids: [...person.uids, badge] },
      ifMatch: person.etag,
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'identifier_taken') owner.reload();
      throw error;
    });
    return t.badgeGiven(badge, nameOf(saved));
  };
  return (
    <FormDialog
      title={t.title}
      action={chosen === undefined ? t.give : t.giveTo(chosen.name)}
      isDisabled={chosen === undefined || currentOwner !== undefined}
      onSubmit={submit}
    >
      <ErrorNotice error={owner.error} onRetry={owner.reload} />
      {currentOwner === undefined ? (
        <>
          <p class="wrap">{t.intro(badge)}</p>
          <Picker
            label={t.findPerson}
            placeholder={t.findPersonHint}
            chosenName={chosen?.name ?? ''}
            find={find}
            onChoose={setChosen}
          />
        </>
      ) : (
        <Notice kind="warning">
          {t.badgeTaken(badge)} <PersonLink {...currentOwner} />.
        </Notice>
      )}
    </FormDialog>
  );
};
