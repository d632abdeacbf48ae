import { UseCaseError } from '../../domain/use-case-error.ts';

/** The columns of a CSV file of users or bookings. */
export interface CsvColumns {
  /** The header must name all of one of these. */
  readonly required: readonly (readonly string[])[];
  readonly optional: readonly string[];
  /** Those whose cells are whole numbers. */
  readonly numeric: readonly string[];
}

const plain = (column: string): string => column.toLowerCase().replaceAll(/[\s_-]/g, '');

/** `E-mail` for `email` would import nobody's address, and take away those that were there. */
const faultOfSpelling = (header: readonly string[], { required, optional }: CsvColumns): string | undefined => {
  for (const known of [...required.flat(), ...optional]) {
    const misspelt = header.find((column) => column !== known && plain(column) === plain(known));
    if (misspelt !== undefined) return `names the column "${misspelt}", which must be "${known}"`;
  }
  return undefined;
};

const faultOfRepetition = (header: readonly string[]): string | undefined => {
  const repeated = header.find((column, index) => header.indexOf(column) !== index);
  return repeated === undefined ? undefined : `names the column "${repeated}" twice`;
};

const faultOfAbsence = (header: readonly string[], { required }: CsvColumns): string | undefined => {
  const lacking = required.map((columns) => columns.filter((column) => !header.includes(column)));
  if (lacking.some((columns) => columns.length === 0)) return undefined;
  const [fewest = []] = lacking.toSorted((one, other) => one.length - other.length);
  const wanted = required.map((columns) => columns.join(',')).join(' or ');
  return `must name the columns ${wanted}, and lacks ${fewest.join(',')}`;
};

/** @throws UseCaseError `unreadable_file` that says what to mend in the header row. */
export const checkHeader = (header: readonly string[], columns: CsvColumns): void => {
  const fault = faultOfSpelling(header, columns) ?? faultOfRepetition(header) ?? faultOfAbsence(header, columns);
  if (fault) throw new UseCaseError('unreadable_file', { reason: `The header row ${fault}.` });
};
