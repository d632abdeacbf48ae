import type { UserProfile } from '../../../shared/domain/user.ts';
import type { ActionContext, ActionPerformer } from './action-context.ts';
import { users } from './company.ts';
import { consoleActions, findLiveSecrets } from './console-actions.ts';
import { CLAIMED_UID, claimants, gateActions } from './gate-actions.ts';
import type { ActionRecord } from './history-record.ts';
import type { ActionKind, PlannedAction } from './planned-action.ts';
import type { ActionFacts } from './action-violations.ts';

const performers: Readonly<Record<ActionKind, ActionPerformer>> = { ...consoleActions, ...gateActions };

export const startRecord = (action: PlannedAction): ActionRecord => ({
  action,
  acknowledged: 0,
  refreshes: [],
  secrets: [],
  violations: [],
});

export const performAction = (record: ActionRecord, context: ActionContext): Promise<void> =>
  performers[record.action.kind].perform(context, record);

/** After the faults, and after the calls that were late. */
export const finishAction = async (record: ActionRecord, context: ActionContext): Promise<void> =>
  performers[record.action.kind].finish?.(context, record);

const LOG_ENTRIES = 1_000;

/** The data that the actions are checked against. */
export const readActionFacts = async (
  records: readonly ActionRecord[],
  { bench, company }: ActionContext,
): Promise<ActionFacts> => {
  const { companyId, clientSecret } = company;
  const { stores } = bench;
  const ids = [...users.map(({ id }) => id), ...claimants];
  const refs = ids.map((userId) => ({ companyId, userId }));
  const pages = await Promise.all(refs.map((ref) => stores.log.listByUser(ref, {}, { limit: LOG_ENTRIES })));
  const shown = records.flatMap(({ secrets }) => secrets);
  const uids = [...users.map(({ uid }) => uid), CLAIMED_UID].map((uid) => ({ uid }));
  const identifiers = [...uids, ...users.map(({ email }) => ({ email }))];
  const found = await stores.users.findIds(companyId, identifiers);
  const owners = new Map(identifiers.map((one, index) => [Object.values(one)[0] as string, found[index]]));
  return {
    entries: pages.flatMap(({ entries }) => entries),
    users: (await stores.users.findAll(refs)).map((user) => user as UserProfile),
    owners,
    firstSecret: clientSecret,
    liveSecrets:
      shown.length > 0 ? await findLiveSecrets(company, [clientSecret, ...shown], bench) : new Set([clientSecret]),
  };
};
