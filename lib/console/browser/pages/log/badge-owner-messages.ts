import { translations } from '../../language/translations.ts';

/** The texts of the dialog "This badge belongs to…". */
export const badgeOwnerMessages = translations({
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
  given: (badge: string, name: string) => [
    `The badge ${badge} now belongs to ${name}.`,
    `O crachá ${badge} agora é de ${name}.`,
    `La tarjeta ${badge} ahora es de ${name}.`,
  ],
  taken: (badge: string) => [
    `The badge ${badge} has since been given to`,
    `O crachá ${badge} já foi dado a`,
    `La tarjeta ${badge} ya se ha dado a`,
  ],
});
