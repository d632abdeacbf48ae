import type { ApiClientRegistry } from '../../domain/api-client.ts';
import type { UserStore } from '../../domain/user.ts';
import type { Reason } from '../../files/reason.ts';
import { findCompany, type Applied, type Importer } from './apply-records.ts';

interface CompanyStores {
  readonly apiClients: Pick<ApiClientRegistry, 'listByCompany'>;
  readonly users: Pick<UserStore, 'listByCompany'>;
}

/** Whether the company has API clients or people. Eventually consistent. */
export const companyExists = async ({ apiClients, users }: CompanyStores, companyId: string): Promise<boolean> => {
  const pages = await Promise.all([
    apiClients.listByCompany(companyId, { limit: 1 }),
    users.listByCompany(companyId, { limit: 1 }),
  ]);
  return pages.some(({ items }) => items.length > 0);
};

/** Makes an importer reject the records of unknown companies, because a mistyped id would create a company. */
export const refuseNewCompanies = <Wrapped extends Importer>(importer: Wrapped, stores: CompanyStores): Wrapped => {
  const checks = new Map<string, Promise<boolean>>();
  const exists = (companyId: string): Promise<boolean> => {
    const found = checks.get(companyId) ?? companyExists(stores, companyId);
    checks.set(companyId, found);
    return found;
  };
  const findReason = async (record: unknown): Promise<Reason | undefined> => {
    const companyId = findCompany(importer, record);
    const isNew = companyId !== undefined && !(await exists(companyId));
    return isNew ? { code: 'company_unknown', values: { companyId } } : undefined;
  };
  return {
    ...importer,
    async apply(records, attempt): Promise<Applied> {
      const problems = await Promise.all(records.map(findReason));
      const accepted = records.filter((_, index) => problems[index] === undefined);
      const { outcomes, ...applied } = await importer.apply(accepted, attempt);
      const remaining = outcomes.values();
      return {
        ...applied,
        outcomes: problems.map((reason) =>
          reason === undefined ? remaining.next().value : { outcome: 'refused', reasons: [reason] },
        ),
      };
    },
  };
};
