import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserView } from '../../../../../shared/console-api/users.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { ApiError } from '../../api/connection.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { PersonLink, usePersonName } from '../../components/person-name.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { announce } from '../../components/status.tsx';
import { useList } from '../../components/use-list.ts';
import { useLoad } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { translations } from '../../language/translations.ts';
import { useMay, useMember } from '../../session/member.ts';

const badgeOwnerMessages = translations({
  title: ['This badge belongs to…', 'Este crachá é de…', 'Esta tarjeta es de…'],
  intro: (badge: string) => [
    `The badge ${badge} belonged to nobody when it was swiped. Choose its owner.`,
    `O crachá ${badge} não era de ninguém quando foi usado. Escolha a pessoa que vai recebê-lo.`,
    `La tarjeta ${badge} no era de nadie cuando se leyó. Elija a la persona que la recibe.`,
  ],
  people: ['People found', 'Pessoas encontradas', 'Personas encontradas'],
  notFound: [
    'Nobody found. Check the spelling.',
    'Ninguém encontrado. Verifique a digitação.',
    'No se ha encontrado a nadie. Compruebe que lo ha escrito bien.',
  ],
  more: [
    'More people match. Type more of the name.',
    'Há mais pessoas. Digite mais do nome.',
    'Hay más personas. Escriba más del nombre.',
  ],
  badges: (badges: string) => [`Badges: ${badges}`, `Crachás: ${badges}`, `Tarjetas: ${badges}`],
  noBadge: ['No badge yet', 'Ainda sem crachá', 'Todavía sin tarjeta'],
  full: (max: number) => [
    `Already has ${max} badges, the maximum.`,
    `Já tem ${max} crachás, o máximo.`,
    `Ya tiene ${max} tarjetas, el máximo.`,
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
export const UnknownBadge = ({ badge }: { readonly badge: string }): JSX.Element | null => {
  const t = useTexts(badgeOwnerMessages);
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('users.change')) return null;
  return (
    <>
      <button type="button" class="quiet" aria-label={`${t.title} ${badge}`} onClick={() => setIsOpen(true)}>
        {t.title}
      </button>
      {isOpen && <BadgeOwnerDialog badge={badge} onClose={() => setIsOpen(false)} />}
    </>
  );
};

interface BadgeOwnerDialogProps {
  readonly badge: string;
  readonly onClose: () => void;
}

const MAX_SHOWN = 10;
const MAX_BADGES = fields.uids.max;

/** Gives a person a badge that belonged to nobody when it was swiped. No URL contains the badge or the typed text. */
const BadgeOwnerDialog = ({ badge, onClose }: BadgeOwnerDialogProps): JSX.Element => {
  const t = useTexts(badgeOwnerMessages);
  const nameOf = usePersonName();
  const { api } = useMember();
  const owner = useLoad(badge, async (signal) => (await api.searchUsers({ uid: badge }, signal)).items);
  const [chosen, setChosen] = useState<UserView>();
  const currentOwner = owner.data?.[0];
  const submit = async (): Promise<void> => {
    if (chosen === undefined) return;
    // The update replaces all badges of the person, and the list might be out of date, so the person is read again.
    const person = await api.getUser(chosen.id, new AbortController().signal);
    const saved = await api.updateUser(person, { uids: [...person.uids, badge] }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'identifier_taken') owner.reload();
      throw error;
    });
    onClose();
    announce(t.badgeGiven(badge, nameOf(saved)));
  };
  return (
    <FormDialog
      title={t.title}
      action={chosen === undefined ? t.give : t.giveTo(nameOf(chosen))}
      isDisabled={chosen === undefined || currentOwner !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorNotice error={owner.error} onRetry={owner.reload} />
      {currentOwner === undefined ? (
        <>
          <p class="wrap">{t.intro(badge)}</p>
          <PersonPicker chosen={chosen} onChoose={setChosen} />
        </>
      ) : (
        <Notice kind="warning">
          {t.badgeTaken(badge)} <PersonLink {...currentOwner} />.
        </Notice>
      )}
    </FormDialog>
  );
};

interface PersonPickerProps {
  readonly chosen: UserView | undefined;
  readonly onChoose: (person: UserView | undefined) => void;
}

/** Searches as the Users page does, and offers the first results to choose from. */
const PersonPicker = ({ chosen, onChoose }: PersonPickerProps): JSX.Element => {
  const t = useTexts(badgeOwnerMessages);
  const { api } = useMember();
  const [q, setQ] = useState('');
  const list = useList<UserView>(q, async (next, signal) =>
    q === '' ? { items: [] } : api.searchUsers({ q, next, limit: MAX_SHOWN }, signal),
  );
  const found = q === '' || list.isLoading ? undefined : list.items;
  return (
    <>
      <SearchBox
        label={t.findPerson}
        hint={t.findPersonHint}
        value={q}
        onChange={(text) => {
          setQ(text);
          onChoose(undefined);
        }}
        result={found === undefined ? '' : t.peopleFound(found.length)}
      />
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {found?.length === 0 && <p>{t.notFound}</p>}
      {found !== undefined && found.length > 0 && (
        <div role="radiogroup" aria-label={t.people} class="choices">
          {found.map((person) => (
            <Choice key={person.id} person={person} isChosen={person.id === chosen?.id} onChoose={onChoose} />
          ))}
        </div>
      )}
      {found !== undefined && list.hasMore && <p class="hint">{t.more}</p>}
    </>
  );
};

interface ChoiceProps {
  readonly person: UserView;
  readonly isChosen: boolean;
  readonly onChoose: (person: UserView) => void;
}

const Choice = ({ person, isChosen, onChoose }: ChoiceProps): JSX.Element => {
  const t = useTexts(badgeOwnerMessages);
  const nameOf = usePersonName();
  const { id, email, uids } = person;
  const isFull = uids.length >= MAX_BADGES;
  const badges = isFull ? t.full(MAX_BADGES) : uids.length === 0 ? t.noBadge : t.badges(uids.join(', '));
  return (
    <label class="choice">
      <input
        type="radio"
        name="person"
        checked={isChosen}
        disabled={isFull}
        // Focus is enough to choose: Enter in the search box chooses the first result, and a second Enter gives the badge.
        onFocus={() => onChoose(person)}
        onChange={() => onChoose(person)}
      />
      <span>
        {nameOf(person)} <span class="sub">{[email, `ID ${id}`, badges].filter(Boolean).join(' · ')}</span>
      </span>
    </label>
  );
};
