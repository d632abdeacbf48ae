import { normalizeWord } from './similar-words.ts';

/** What people write so that Excel keeps leading zeros: the formula `="007"`, or an apostrophe before the number. */
export const unwrap = (cell: string): string =>
  (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[\d+-])/, '')).trim();

/** Excel's error values in English, German, Portuguese and Spanish, and LibreOffice's; a text may follow `#N/A`. */
const ERROR_VALUES = new Set(
  [
    '#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN! #GETTING_DATA',
    '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #FELD!',
    '#N/D #VALOR! #NOME? #NÚM! #NULO! #DESPEJAR! #CÁLC! #CAMPO!',
    '#¡REF! #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NULO! #¡NUM! #¡DESBORDAMIENTO! #¡CALC!',
    '#ERROR! #ERRO!',
  ].flatMap((names) => names.split(' ')),
);

const LIBREOFFICE_ERROR = /^Err:\d{3}$/;

export const isErrorValue = (cell: string): boolean =>
  ERROR_VALUES.has(cell.toUpperCase()) || /^#N\/A /i.test(cell) || LIBREOFFICE_ERROR.test(cell);

/** What databases and programming languages write for nothing. `Null` is a surname, so case matters. */
const NOTHING = new Set(
  'NULL null (NULL) (null) <NULL> <null> [NULL] [null] #NULL \\N None nil undefined NaN nan NaT <NA> <nil> DBNull'.split(
    ' ',
  ),
);

export const isNothing = (cell: string): boolean => NOTHING.has(cell);

/** The months as spreadsheets shorten them in English, German, Portuguese and Spanish. */
const MONTHS = 'jan ene feb fev mar mär mrz apr abr may mai jun jul aug ago sep sept set oct okt out nov dec dez dic';
const SHOWN_DATE = new RegExp(
  String.raw`^\d{1,2}(?:-|/|\. ?)(?:${MONTHS.replaceAll(' ', '|')})\.?$|^\d{1,2}([./])\d{1,2}\1(?:19|20)\d\d$`,
  'i',
);

/**
 * Whether a CSV file has what a spreadsheet shows for a badge such as 2-11, which it has turned into a date: `2-Nov`, `02. Nov`,
 * `02/nov`, `02.11.2026`.
 */
export const isShownDate = (cell: string): boolean => SHOWN_DATE.test(cell);

/** Words for the values of fields that allow only certain ones, normalized as headings are. */
const words: Readonly<Record<string, readonly string[]>> = {
  position: [
    'desk',
    'workplace',
    'seat',
    'platz',
    'arbeitsplatz',
    'schreibtisch',
    'posicao',
    'mesa',
    'estacaodetrabalho',
    'posicion',
    'puesto',
    'escritorio',
  ],
  parking: [
    'parkingspace',
    'parkinglot',
    'carpark',
    'parkplatz',
    'stellplatz',
    'vaga',
    'vagadeestacionamento',
    'vagadegaragem',
    'estacionamento',
    'aparcamiento',
    'estacionamiento',
    'plazadeaparcamiento',
  ],
  en: ['english', 'englisch', 'ingles'],
  'pt-BR': ['portuguese', 'portugiesisch', 'portugues', 'brazilianportuguese', 'portuguesbrasil', 'portuguesdobrasil'],
  es: ['spanish', 'spanisch', 'espanhol', 'espanol'],
  de: ['german', 'deutsch', 'alemao', 'aleman'],
  /** As Excel writes them in its languages. */
  true: ['wahr', 'verdadeiro', 'verdadero'],
  false: ['falsch', 'falso'],
};

const valueByWord = new Map(
  Object.entries(words).flatMap(([value, all]) => [normalizeWord(value), ...all].map((word) => [word, value] as const)),
);

/** The value that a cell names in any of the languages, whatever its case. */
export const findValue = (cell: string): string | undefined => valueByWord.get(normalizeWord(cell));
