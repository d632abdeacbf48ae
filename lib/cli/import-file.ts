import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { UseCaseError } from '../../shared/domain/use-case-error.ts';
import { auditImport, type ImportOrigin } from '../../shared/use-cases/import/audit-import.ts';
import type { Importer } from '../../shared/use-cases/import/apply-records.ts';
import { refuseNewCompanies } from '../../shared/use-cases/import/new-companies.ts';
import {
  importRecords,
  trackReplacedLines,
  type BadLine,
  type ImportSummary,
  type Records,
  type ReplacedLine,
} from '../../shared/use-cases/import/import-records.ts';
import { describeReasons } from '../../shared/files/english.ts';
import type { Reason } from '../../shared/files/reason.ts';
import { dateOrders } from '../../shared/files/date-times.ts';
import { encodings } from '../../shared/files/read-lines.ts';
import type { SourceRecord } from '../../shared/files/read-record.ts';
import { fields } from '../../shared/rules/fields.ts';
import { UnreadableFile } from '../../shared/files/unreadable-file.ts';
import { groupBy } from '../../shared/rules/plain-values.ts';
import { flag, optional, withDefault, type ParsedOptions, type ReadValue } from './cli-option.ts';
import type { CommandIo, IoOptions } from './command-io.ts';
import { openImportFile, type ImportFile } from './open-import-file.ts';
import { OperatorError } from './operator-error.ts';
import type { Audit, Session } from './session.ts';

type Mapping = ReadonlyMap<string, string | undefined>;

/** Collects the values of all `--map` options. */
const readMapping: ReadValue<Mapping> = (text, previous) => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be HEADING=field, or HEADING= to ignore the column.');
  const field = text.slice(at + 1).trim();
  return new Map([...((previous ?? []) as Mapping), [text.slice(0, at).trim(), field === '' ? undefined : field]]);
};

export const importOptions = [
  flag('--dry-run', 'show what would change, and write nothing'),
  optional('--company <id>', 'the company of all records, so that the file need not name it', fields.companyId),
  flag('--new-company', 'import records of a company that has neither API clients nor people'),
  withDefault('--encoding <name>', 'how a file without a byte order mark is encoded', 'utf-8', encodings),
  optional('--map <heading=field>', 'the field of a column, or nothing to ignore it (repeatable)', readMapping),
  optional('--date-order <order>', 'whether the day or the month comes first in dates such as 03/04/2026', dateOrders),
  optional('--sheet <name>', 'the sheet of a workbook (default: the first one with content)'),
] as const;
type ImportOptions = ParsedOptions<typeof importOptions> & Pick<IoOptions, 'yes'>;

export const IMPORT_RULES = `If a column or field is omitted, the attribute stays as it is; an empty cell or null clears it. Importing a
file again writes only what has changed. Bad lines are reported; all other lines are imported. To import standard
input, use - as the file name. Columns may have their usual English, German, Portuguese or Spanish names; for others,
use --map. The cells of a CSV file are separated by commas, semicolons or tabs.`;

const describe = ({ read, written, unchanged, deleted, failed }: ImportSummary, dryRun = false): string =>
  [
    `${read} read: ${written} ${dryRun ? 'to be written' : 'written'}, ${unchanged} unchanged`,
    ...(deleted > 0 ? [`${deleted} ${dryRun ? 'to be deleted' : 'deleted'}`] : []),
    `${failed} failed`,
  ].join(', ');

/** The maximum number of lines that a message names. With --json, all lines are named. */
const MAX_NAMED_LINES = 5;
const MAX_REASONS_PRINTED = 100;

const printReplaced = (replaced: readonly ReplacedLine[], warn: CommandIo['warn']): void => {
  if (replaced.length === 0) return;
  const named = replaced
    .slice(0, MAX_NAMED_LINES)
    .map(({ line, earlierLine }) => `line ${line} replaces ${earlierLine}`);
  const more = replaced.length > MAX_NAMED_LINES ? ', and so on' : '';
  const start =
    replaced.length === 1 ? '1 line replaces an earlier line' : `${replaced.length} lines replace earlier lines`;
  warn(`${start} of this file: ${named.join(', ')}${more}.`);
};

const describeLines = (lines: readonly number[]): string => {
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
  const more = lines.length - MAX_NAMED_LINES;
  return `Line${lines.length > 1 ? 's' : ''} ${named}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What the operator can do about a bad line, in addition to its reason. */
const advice: Readonly<Partial<Record<Reason['code'], string>>> = {
  invalid_encoding: ' (use --encoding windows-1252)',
  offset_missing: '; give it, or use --time-zone',
  date_order_unknown: ' with --date-order',
};

/** A bad line with its reasons in English. */
interface DescribedLine {
  readonly line: number;
  readonly reason: string;
}

const describeErrors = (errors: readonly BadLine[]): readonly DescribedLine[] =>
  errors.map(({ line, reasons }) => ({
    line,
    reason: describeReasons(reasons) + [...new Set(reasons.map(({ code }) => advice[code] ?? ''))].join(''),
  }));

/** Prints one message per reason, because the bad lines of a file usually share a few reasons. */
const printErrors = (errors: readonly DescribedLine[], warn: CommandIo['warn']): void => {
  const linesByReason = groupBy(errors, ({ reason }) => reason);
  const groups = [...linesByReason].slice(0, MAX_REASONS_PRINTED);
  for (const [reason, lines] of groups) warn(`${describeLines(lines.map(({ line }) => line))}: ${reason}.`);
  const left = linesByReason.size - groups.length;
  if (left > 0) warn(`And ${left} more kinds of bad lines; --json lists them all.`);
};

const isDeletion = (record: SourceRecord): boolean => 'fields' in record && record.fields['deleted'] === true;

const countDeletions = async ({ records }: ImportFile): Promise<number> => {
  let count = 0;
  for await (const some of records()) count += some.filter(isDeletion).length;
  return count;
};

const refuseDeletion = ({ line }: SourceRecord): SourceRecord => ({
  line,
  reasons: [{ code: 'deletion_needs_yes', values: {} }],
});

/** Rejects deletions. Standard input can be read only once, so they cannot be counted and confirmed before the import. */
async function* withoutDeletions(records: Records): AsyncGenerator<readonly SourceRecord[]> {
  for await (const some of records) yield some.map((record) => (isDeletion(record) ? refuseDeletion(record) : record));
}

const confirmDeletions = async (
  file: ImportFile,
  { yes, dryRun }: ImportOptions,
  { confirm }: CommandIo,
): Promise<Records> => {
  if (yes || dryRun) return file.records();
  if (!file.isRepeatable) return withoutDeletions(file.records());
  const count = await countDeletions(file);
  if (count > 0) await confirm(`The file deletes ${count} record${count > 1 ? 's' : ''}.`);
  return file.records();
};

/**
 * Imports a file, and prints what it did and which lines were bad.
 * @param makeImporter gets undefined for a dry run
 * @throws OperatorError if a line was bad or the file could not be read
 */
export const importFile = async (
  session: Session,
  action: ImportOrigin['action'],
  name: string,
  options: ImportOptions,
  makeImporter: (audit: Audit | undefined) => Importer,
): Promise<void> => {
  const { warn, print, isJson, resolvePath, input, showProgress } = session;
  const { encoding, dryRun, company, map, dateOrder, sheet, newCompany = false } = options;
  const path = name === '-' ? name : resolvePath(name);
  const audit = dryRun ? undefined : await session.openAudit();
  const importer = makeImporter(audit);
  const answers = { map, dateOrder, isCompanyGiven: company !== undefined };
  const onSheet = (read: string): void => warn(`Reading the sheet "${read}".`);
  const file = await openImportFile(path, input, { kind: importer.kind, encoding, sheet, answers, onSheet });
  const records = await confirmDeletions(file, options, session);
  const { replaced, onOutcome } = trackReplacedLines(importer.kind);
  const fileName = path === '-' ? undefined : basename(path);
  const auditedImporter =
    audit && auditImport(audit, importer, { action, importId: audit.requestId, part: 0, fileName });
  const uncheckedImporter = auditedImporter ?? importer;
  const checkedImporter = newCompany ? uncheckedImporter : refuseNewCompanies(uncheckedImporter, session);
  const { summary, ...result } = await showProgress((show) => {
    const onProgress = ({ read, failed }: ImportSummary): void =>
      show({ read, more: `${failed} failed`, share: file.shareRead() });
    return importRecords(records, checkedImporter, onProgress, onOutcome);
  });
  if ('stoppedBy' in result) {
    // The messages of these errors already say what to do. If the file cannot be read, nothing was imported.
    if (!(result.stoppedBy instanceof UseCaseError || result.stoppedBy instanceof UnreadableFile))
      warn(`The import stopped. ${describe(summary)}. Import the file again after fixing the cause: that is safe.`);
    throw result.stoppedBy;
  }
  const prefix = dryRun ? 'Dry run, nothing was written. ' : '';
  const errors = describeErrors(summary.errors);
  const view = { ...summary, errors, ...(replaced.length > 0 && { replaced }), ...(dryRun && { dryRun: true }) };
  print(view, () => `${prefix}${describe(summary, dryRun)}.`);
  if (!isJson) {
    printReplaced(replaced, warn);
    printErrors(errors, warn);
  }
  // Comes last, because the printed result is right even if the audit log cannot be written.
  await auditedImporter?.finish(summary.failed);
  if (summary.failed > 0)
    throw new OperatorError(
      `${summary.failed} of ${summary.read} records ${dryRun ? 'would not be' : 'were not'} imported.`,
      'lines_refused',
    );
};
