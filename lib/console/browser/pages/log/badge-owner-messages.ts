import { translations } from '../../language/translations.ts';

/** The texts of the dialog "This badge belongs to…". */
export const badgeOwnerMessages = translations(
  {
    title: 'This badge belongs to…',
    intro: (badge: string) => `Nobody had the badge ${badge} when it was swiped. Choose the person who gets it.`,
    people: 'People found',
    notFound: 'Nobody found. Check the spelling.',
    more: 'More people match. Type more of the name.',
    badges: (badges: string) => `Badges: ${badges}`,
    noBadge: 'No badge yet',
    full: (max: number) => `Has ${max} badges already, and nobody can have more.`,
    give: 'Give the badge',
    giveTo: (name: string) => `Give the badge to ${name}`,
    given: (badge: string, name: string) => `The badge ${badge} belongs to ${name} now.`,
    taken: (badge: string) => `The badge ${badge} meanwhile belongs to`,
  },
  {
    'pt-BR': {
      title: 'Este crachá é de…',
      intro: (badge) => `Ninguém tinha o crachá ${badge} quando ele foi usado. Escolha a pessoa que vai recebê-lo.`,
      people: 'Pessoas encontradas',
      notFound: 'Ninguém encontrado. Verifique a digitação.',
      more: 'Há mais pessoas. Digite mais do nome.',
      badges: (badges) => `Crachás: ${badges}`,
      noBadge: 'Ainda sem crachá',
      full: (max) => `Já tem ${max} crachás, e ninguém pode ter mais.`,
      give: 'Dar o crachá',
      giveTo: (name) => `Dar o crachá a ${name}`,
      given: (badge, name) => `O crachá ${badge} agora é de ${name}.`,
      taken: (badge) => `O crachá ${badge} entretanto é de`,
    },
    es: {
      title: 'Esta tarjeta es de…',
      intro: (badge) => `Nadie tenía la tarjeta ${badge} cuando se leyó. Elija a la persona que la recibe.`,
      people: 'Personas encontradas',
      notFound: 'No se ha encontrado a nadie. Compruebe que lo ha escrito bien.',
      more: 'Hay más personas. Escriba más del nombre.',
      badges: (badges) => `Tarjetas: ${badges}`,
      noBadge: 'Todavía sin tarjeta',
      full: (max) => `Ya tiene ${max} tarjetas, y nadie puede tener más.`,
      give: 'Dar la tarjeta',
      giveTo: (name) => `Dar la tarjeta a ${name}`,
      given: (badge, name) => `La tarjeta ${badge} ahora es de ${name}.`,
      taken: (badge) => `La tarjeta ${badge} entretanto es de`,
    },
  },
);
