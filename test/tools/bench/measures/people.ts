import { connectDatabase } from '../../../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserTexts } from '../../../../shared/adapters/dynamodb/user-texts.ts';
import { callBudgets } from '../../../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { listAttendance } from '../../../../shared/use-cases/attendance/list-attendance.ts';
import { searchByText } from '../../../../shared/use-cases/users/search-by-text.ts';
import { startMeteredDatabaseProxy } from '../../../support/metered-database-proxy.ts';
import { usePatientDeadlines } from '../../../support/patient-deadlines.ts';
import { createTestStores } from '../../../support/test-stores.ts';
import { atMost, count, type Measure } from '../harness/figures.ts';
import { startServer } from '../harness/process.ts';
import { CHECKIN_AT } from '../harness/world.ts';

const SIZES = [
  { people: 1_000, bookings: 200 },
  { people: 100_000, bookings: 2_000 },
  { people: 1_000_000, bookings: 20_000 },
] as const;
const PAGE = 50;
const companyId = 'acme';

/** Read units that a full page of people may cost: 1 for each person, and 0.5 for each 4 KB of index entries. */
const SEARCH_UNITS = PAGE + 5;

/** Each search has the typed text and the maximum number of read units for one page. */
const searches: Readonly<Record<string, readonly [query: string, units: number]>> = {
  everybody: ['', SEARCH_UNITS],
  'start of a family name': ['bac', SEARCH_UNITS],
  'given name and a start': ['jose n', SEARCH_UNITS],
  'start of a badge': ['badge-00005', SEARCH_UNITS],
  nobody: ['nobody', SEARCH_UNITS],
  // Reads up to 4,000 entries that begin with "mariana", 1,000 at a time, although the page stays empty.
  'a frequent name and a word that nobody has': ['mariana qq', PAGE + 4 * 25],
};

interface Cost {
  readonly calls: number;
  readonly units: number;
}

/** Measures the cost of each operation in a company of one size. */
const measureCompany = async ({ people, bookings }: (typeof SIZES)[number]): Promise<Map<string, Cost>> => {
  const account = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const settings = { PEOPLE: String(people), BOOKINGS: String(bookings), NODE_OPTIONS: '--max-old-space-size=8192' };
  const engine = await startServer('people', { ...account, ...settings });
  const proxy = await startMeteredDatabaseProxy(engine.url);
  Object.assign(process.env, account);
  usePatientDeadlines();
  const stores = createTestStores(proxy.url);
  const connection = connectDatabase(callBudgets.operator());
  const userTexts = makeUserTexts(connection.withSignal(), localTableNames.users);
  const costs = new Map<string, Cost>();
  const meter = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    proxy.takeCalls();
    await act();
    const calls = proxy.takeCalls();
    costs.set(what, { calls: calls.length, units: calls.reduce((sum, call) => sum + call.units, 0) });
  };
  for (const [what, [query]] of Object.entries(searches))
    await meter(what, () => searchByText({ ...stores, userTexts }, { companyId, query, limit: PAGE }));
  const dayQuery = { companyId, day: new Date(CHECKIN_AT).toISOString().slice(0, 10), timeZone: 'UTC', limit: PAGE };
  await meter('today', () =>
    listAttendance({ ...stores, userTexts }, { ...dayQuery, person: 'jose nandu' }, CHECKIN_AT),
  );
  connection.close();
  stores.close();
  await proxy.stop();
  await engine.stop();
  return costs;
};

export const measure: Measure = async () => {
  const costs: Map<string, Cost>[] = [];
  for (const size of SIZES) costs.push(await measureCompany(size));
  const toRow = (what: string, costName: string, goal: number) => {
    const all = costs.map((costsOfSize) => costsOfSize.get(costName) as Cost);
    const { calls = 0, units = 0 } = all.at(-1) ?? {};
    const allUnits = all.map((cost) => cost.units).join(', ');
    return count(what, `units, ${calls} calls`, units, atMost(goal), allUnits);
  };
  return [
    ...Object.entries(searches).map(([what, [, units]]) => toRow(what, what, units)),
    toRow('a day, filtered by name', 'today', 1_000),
  ];
};
