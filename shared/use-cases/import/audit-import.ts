import {
  auditEntry,
  type Acting,
  type ImportCounts,
  type ImportLog,
  type ImportPart,
} from '../../domain/audit-entry.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { findCompany, type Importer, type RecordOutcome } from './apply-records.ts';

export interface ImportOrigin extends ImportPart {
  readonly action: `${'users' | 'bookings'}.${'import' | 'sync'}`;
  /** All parts of a file have the same id. */
  readonly importId: string;
  readonly fileName?: string | undefined;
}

/** An importer that writes entries to the audit log. */
export interface AuditedImporter extends Importer {
  /** Records the totals of each company. @param failed the number of bad lines, with those that could not be read */
  readonly finish: (failed?: number) => Promise<void>;
}

const noTotals: ImportCounts = { written: 0, unchanged: 0, deleted: 0, failed: 0 };

const count = (totals: ImportCounts, { outcome }: RecordOutcome): ImportCounts => {
  const name = outcome === 'refused' ? 'failed' : outcome;
  return { ...totals, [name]: totals[name] + 1 };
};

interface ImportContext extends Acting {
  readonly log: ImportLog;
}

/**
 * Records an import in the audit log of each company: its begin before the company's first record is applied, and its totals,
 * even if an error stops it. If the totals are missing, the process was killed. Before anything is written, it throws
 * UseCaseError `import_id_taken` if somebody else has begun the import.
 */
export const auditImport = (
  context: ImportContext,
  importer: Importer,
  { action, importId, fileName, ...part }: ImportOrigin,
): AuditedImporter => {
  const totals = new Map<string, ImportCounts>();

  const announce = async (companyId: string): Promise<void> => {
    if (totals.has(companyId)) return;
    const entry = auditEntry(context, companyId, { action, target: { importId }, fileName });
    if (!(await context.log.beginImport(entry, part))) throw new UseCaseError('import_id_taken');
    totals.set(companyId, noTotals);
  };

  /** @param unreadable the number of lines that are no records, and thus of no company */
  const end = async (isStopped: boolean, unreadable = 0): Promise<void> => {
    for (const [companyId, counts] of totals) {
      const attempt = { part: part.part, counts: { ...counts, failed: counts.failed + unreadable }, isStopped };
      await context.log.endPart({ companyId, importId }, attempt, context.now());
    }
  };

  return {
    ...importer,
    async apply(records) {
      const begunAt = context.now();
      const companies = new Set(records.map((record) => findCompany(importer, record)));
      for (const companyId of companies) if (companyId !== undefined) await announce(companyId);
      const applied = await importer.apply(records, begunAt);
      for (const [index, outcome] of applied.outcomes.entries()) {
        const companyId = findCompany(importer, records[index]);
        if (companyId !== undefined && outcome)
          totals.set(companyId, count(totals.get(companyId) ?? noTotals, outcome));
      }
      // The caller reports what stopped the import. That the totals are missing too is of less interest.
      if ('stoppedBy' in applied) await end(true).catch(() => undefined);
      return applied;
    },
    async finish(failed = 0) {
      const refused = [...totals.values()].reduce((sum, counts) => sum + counts.failed, 0);
      const unreadable = Math.max(0, failed - refused);
      // All lines of a part might be unreadable, and thus no records.
      if (unreadable > 0 && importer.companyId !== undefined) await announce(importer.companyId);
      await end(false, unreadable);
    },
  };
};
