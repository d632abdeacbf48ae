import { recordAction, type AuditContext } from '../../domain/audit-entry.ts';
import { companyOf, isObject, type Importer, type RecordOutcome } from './apply-records.ts';

export interface ImportOrigin {
  readonly action: `${'users' | 'bookings'}.${'import' | 'sync'}`;
  /** All chunks of a file have the same id. */
  readonly importId: string;
  readonly fileName?: string | undefined;
  /** Data known before the first record is applied: the digest and the length of the file, chunk or request. */
  readonly source: Readonly<Record<string, string | number>>;
}

/** An importer that writes entries to the audit log. */
export interface AuditedImporter extends Importer {
  /** Writes the entries with the totals, one for each company. @param unreadable the number of lines that could not be read */
  readonly finish: (unreadable?: number) => Promise<void>;
}

type Totals = Readonly<Record<'written' | 'unchanged' | 'deleted' | 'failed', number>>;

const noTotals: Totals = { written: 0, unchanged: 0, deleted: 0, failed: 0 };

const count = (totals: Totals, { outcome }: RecordOutcome): Totals => {
  const name = outcome === 'refused' ? 'failed' : outcome;
  return { ...totals, [name]: totals[name] + 1 };
};

const findCompany = ({ companyId }: Importer, record: unknown): string | undefined =>
  companyId ?? (isObject(record) ? companyOf(record) : undefined);

/**
 * Writes two entries to the audit log of each company: one before the company's first record is applied, and one with the
 * totals. If the second entry is missing, the import was interrupted.
 */
export const auditImport = (
  context: AuditContext,
  importer: Importer,
  { action, importId, fileName, source }: ImportOrigin,
): AuditedImporter => {
  const totals = new Map<string, Totals>();
  const target = { importId, fileName };

  const announce = async (companyId: string): Promise<void> => {
    if (totals.has(companyId)) return;
    const beginning = { action: `${action}-begin`, target, after: source } as const;
    await recordAction(context, companyId, beginning);
    totals.set(companyId, noTotals);
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
      return applied;
    },
    async finish(unreadable = 0) {
      for (const [companyId, { failed, ...counts }] of totals) {
        const after = { ...counts, failed: failed + unreadable };
        await recordAction(context, companyId, { action, target, after });
      }
    },
  };
};
