import { translations } from '../../language/translations.ts';

/** The texts of the dialog "This badge belongs to…". */
export const badgeOwnerMessages = translations({
  title: ['This badge belongs to…', 'Este crachá é de…', 'Esta tarjeta es de…'],
  intro: (badge: string) => [
    `Nobody had the badge ${badge} when it was swiped. Choose the person who gets it.`,
    `Ninguém tinha o crachá ${badge} quando ele foi usado. Escolha a pessoa que vai recebê-lo.`,
    `Nadie tenía la tarjeta ${badge} cuando se leyó. Elija a la persona que la recibe.`,
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
    `Has ${max} badges already, and nobody can have more.`,
    `Já tem ${max} crachás, e ninguém pode ter mais.`,
    `Ya tiene ${max} tarjetas, y nadie puede tener más.`,
  ],
  give: ['Give the badge', 'Dar o crachá', 'Dar la tarjeta'],
  giveTo: (name: string) => [`Give the badge to ${name}`, `Dar o crachá a ${name}`, `Dar la tarjeta a ${name}`],
  given: (badge: string, name: string) => [
    `The badge ${badge} belongs to ${name} now.`,
    `O crachá ${badge} agora é de ${name}.`,
    `La tarjeta ${badge} ahora es de ${name}.`,
  ],
  taken: (badge: string) => [
    `The badge ${badge} meanwhile belongs to`,
    `O crachá ${badge} entretanto é de`,
    `La tarjeta ${badge} entretanto es de`,
  ],
});
