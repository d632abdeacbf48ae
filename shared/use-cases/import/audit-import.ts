import {
  addCounts,
  auditEntry,
  combineAttempts,
  noCounts,
  type Acting,
  type ImportCounts,
  type ImportLog,
  type ImportPart,
  type OtherAttempts,
} from '../../domain/audit-entry.ts';
import type { UserRef } from '../../domain/user.ts';
import { groupBy } from '../../rules/plain-values.ts';
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
  /**
   * Records the totals of each company.
   * @param failed the number of bad lines, with those that could not be read
   * @returns the totals of all companies
   */
  readonly finish: (failed?: number) => Promise<ImportCounts>;
}

const count = (totals: ImportCounts, { outcome }: RecordOutcome): ImportCounts => {
  const name = outcome === 'refused' ? 'failed' : outcome;
  return { ...totals, [name]: totals[name] + 1 };
};

interface ImportContext extends Acting {
  readonly log: ImportLog;
}

/**
 * Records an import in the audit log of each company: its beginning before the company's first record is applied, and its
 * totals, even if an error stops it. If the totals are missing, the process was killed. If somebody else has begun the import, or
 * it began too long ago, `apply` throws UseCaseError `import_id_taken` before it writes anything.
 */
export const auditImport = (
  context: ImportContext,
  importer: Importer,
  { action, importId, fileName, ...part }: ImportOrigin,
): AuditedImporter => {
  const attemptsByCompany = new Map<string, OtherAttempts>();
  const totalsByCompany = new Map<string, ImportCounts>();

  const announce = async (companyId: string): Promise<void> => {
    if (totalsByCompany.has(companyId)) return;
    const entry = auditEntry(context, companyId, { action, target: { importId }, fileName });
    const attempts = await context.log.beginImport(entry, part);
    if (!attempts) throw new UseCaseError('import_id_taken');
    attemptsByCompany.set(companyId, attempts);
    totalsByCompany.set(companyId, noCounts);
  };

  const recordNewUsers = async (users: readonly UserRef[]): Promise<void> => {
    for (const [companyId, refs] of groupBy(users, (user) => user.companyId)) {
      const userIds = refs.map(({ userId }) => userId);
      await context.log.recordNewUsers({ companyId, importId }, userIds, context.now());
    }
  };

  /** @param unreadable the number of lines that are not records, and therefore belong to no company */
  const end = async (isStopped: boolean, unreadable = 0): Promise<ImportCounts> => {
    let sum = noCounts;
    for (const [companyId, attempts] of attemptsByCompany) {
      const own = totalsByCompany.get(companyId) ?? noCounts;
      const counts = { ...own, failed: own.failed + unreadable };
      await context.log.recordPartEnd({ companyId, importId }, { ...part, counts, isStopped }, context.now());
      sum = addCounts(sum, combineAttempts([...attempts.counts, counts]));
    }
    return sum;
  };

  return {
    ...importer,
    async apply(records) {
      const begunAt = context.now();
      const companies = new Set(records.map((record) => findCompany(importer, record)));
      for (const companyId of companies) if (companyId !== undefined) await announce(companyId);
      const earlierRequestIds = [...attemptsByCompany.values()].flatMap(({ requestIds }) => requestIds);
      const newUsers: UserRef[] = [];
      const noteNewUser = (user: UserRef): void => void newUsers.push(user);
      const applied = await importer.apply(records, { begunAt, earlierRequestIds, noteNewUser });
      const isStopped = 'stoppedBy' in applied;
      // The caller must learn what stopped the import, rather than that the new users could not be recorded.
      await recordNewUsers(newUsers).catch((error: unknown) => {
        if (!isStopped) throw error;
      });
      for (const [index, outcome] of applied.outcomes.entries()) {
        const companyId = findCompany(importer, records[index]);
        if (companyId !== undefined && outcome)
          totalsByCompany.set(companyId, count(totalsByCompany.get(companyId) ?? noCounts, outcome));
      }
      if (isStopped) await end(true).catch(() => undefined);
      return applied;
    },
    async finish(failed = 0) {
      const refused = [...totalsByCompany.values()].reduce((sum, counts) => sum + counts.failed, 0);
      const unreadable = Math.max(0, failed - refused);
      // All lines of a part might be unreadable, and thus no records.
      if (unreadable > 0 && importer.companyId !== undefined) await announce(importer.companyId);
      return end(false, unreadable);
    },
  };
};
