/** People with a booking today, in several scripts and lengths: their mailboxes and names. */
export const demoPeople = [
  { mailbox: 'bea', name: 'Bea Lindqvist' },
  { mailbox: 'carl', name: 'Carl-Johan Åkerström' },
  { mailbox: 'dana', name: 'Dana Łukasiewicz' },
  { mailbox: 'emil', name: 'Emil Çelik' },
  { mailbox: 'fay', name: '王菲' },
  { mailbox: 'gus', name: 'Γιώργος Παπαδόπουλος' },
  { mailbox: 'hana', name: '鈴木 花' },
  { mailbox: 'ivan', name: 'Иван Сергеевич Тургенев' },
  { mailbox: 'jo', name: 'José Ñandú' },
  { mailbox: 'kim', name: '김하나' },
  { mailbox: 'lea', name: 'María de los Ángeles Fernández-Villaverde y Gómez de la Serna' },
  { mailbox: 'max', name: 'محمد الأمين' },
] as const;
