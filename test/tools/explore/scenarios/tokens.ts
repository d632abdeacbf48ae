import type { ApiClient } from '../../../../shared/domain/api-client.ts';
import { authorizeCaller } from '../../../../shared/domain/authorize-caller.ts';
import { startFamily } from '../../../../shared/domain/token-family.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import { deleteClient, updateApiClient } from '../../../../shared/use-cases/clients/manage-client.ts';
import { endClientSecret, rotateClientSecret } from '../../../../shared/use-cases/clients/change-secrets.ts';
import { digestSecret, secretIdOf } from '../../../../shared/domain/client-secret.ts';
import { findCallsAfterEnd, findLostSecrets, findSecondSuccessors } from '../../invariants/client-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { judgeAll, type Actor, type Attempt, type Scenario, type RunRecord } from '../scenario.ts';
import { HOUR, NOON } from '../environment.ts';
import { moveClock } from './clock.ts';
import { swipe } from './gate-actors.ts';
import { judgeCheckins } from './judge-checkins.ts';
import { booking, caller, gate, prepareCompany } from './company.ts';
import { administer, encode, keyIds, present, revoke, rules, target, type Tokens } from './token-actors.ts';

const FAMILY = 'family';

const openFamily = async (stores: ActorStores): Promise<void> => {
  await prepareCompany(booking('desk'))(stores);
  const family = startFamily(gate.clientId, { ...keyIds, scopes: gate.scopes, revocationNumber: 0 }, rules, NOON);
  await stores.families.start({ ...family, familyId: FAMILY });
};

const prepareTwoSecrets = async ({ clients }: ActorStores): Promise<void> => {
  const second = { digest: 'digest-2', last4: 'est2', createdAt: NOON };
  await clients.create({ ...gate, secrets: [...gate.secrets, second] });
};

const firstToken = encode({ ...caller, familyId: FAMILY, generation: 0 } satisfies RefreshCaller);

/** @param rounds the number of refreshes: the first uses the first token, each other one the token of the previous refresh */
const refreshing = (name: string, rounds = 1): Actor => ({
  name,
  willRepeat: rounds === 1,
  request: async (context) => {
    const got: { readonly from: string; readonly tokens: Tokens }[] = [];
    let token = firstToken;
    for (let round = 0; round < rounds; round += 1) {
      const tokens = await present(token, context);
      got.push({ from: token, tokens });
      token = tokens.refreshToken;
    }
    return got;
  },
});

const hasSucceeded = (attempts: readonly Attempt[] = []): boolean => attempts.some(({ end }) => end === 'succeeded');

const successesOf = ({ attempts }: RunRecord): { readonly from: string; readonly tokens: Tokens }[] =>
  Object.values(attempts)
    .flat()
    .flatMap((attempt) => (attempt.end === 'succeeded' && Array.isArray(attempt.value) ? (attempt.value as []) : []));

/** Every response to one refresh token is the same set, byte for byte. */
const judgeSuccessors = (run: RunRecord): Violation[] =>
  findSecondSuccessors(
    successesOf(run).map(({ from, tokens }) => ({ refreshToken: from, tokens: JSON.stringify(tokens) })),
  );

/** A token that is used within its grace period is never refused. */
const judgeLiveness = (run: RunRecord): Violation[] =>
  Object.entries(run.attempts).flatMap(([actor, attempts]) =>
    attempts.flatMap((attempt) =>
      attempt.end === 'refused'
        ? [{ invariant: 'a refresh token is valid within its grace period', detail: `${actor}: ${attempt.code}` }]
        : [],
    ),
  );

/** Requests that began after `ender` had a response are refused. */
const judgeEnded =
  (ender: string, actors: readonly string[]) =>
  ({ attempts }: RunRecord): Violation[] =>
    findCallsAfterEnd(
      { acknowledgedAt: 0 },
      actors
        .flatMap((actor) => attempts[actor] ?? [])
        .filter(({ end }) => end === 'succeeded')
        .map(({ requestId, after }) => ({
          name: `${requestId} after ${ender}`,
          startedAt: after.includes(ender) ? 1 : 0,
          endedAt: 1,
          loggedInAt: 0,
        })),
    );

const disable = administer(
  'disable',
  async (context) => (await updateApiClient(context, target, { enabled: false })).enabled,
);
const rename = administer(
  'rename',
  async (context) => (await updateApiClient(context, target, { name: 'North' })).name,
);
const remove = administer('delete', async (context) => {
  await deleteClient(context, target);
  return 'done';
});
const rotate = (name: string): Actor =>
  administer(name, async (context) => {
    const { clientSecret } = await rotateClientSecret(context, target, { graceMilliseconds: HOUR });
    return clientSecret;
  });

/** Ends the first secret of a client that has two. */
const endFirst = administer('end-first', async (context) => {
  await endClientSecret(context, target, secretIdOf({ digest: 'digest-1' }));
  return 'done';
});

/** A log-in with the first secret records its use. */
const logIn: Actor = {
  name: 'log-in',
  willRepeat: true,
  request: async ({ clients, now }) => {
    const client = await clients.find(gate.clientId);
    const secret = client?.secrets.find(({ digest }) => digest === 'digest-1');
    if (client && secret) await clients.recordLastUsed({ client, secret }, now());
    return true;
  },
};

/** The client, unless it was deleted. */
const clientOf = ({ environment }: RunRecord) =>
  environment.database
    .items('apiClients')
    .find(({ item, deletedAt }) => item === 'client' && deletedAt === undefined) as unknown as typeof gate;

/** A secret that was shown is live, and so is the first one. */
const judgeSecrets = (run: RunRecord): Violation[] => {
  const digests = new Set(clientOf(run).secrets.map(({ digest }) => digest));
  const shown = Object.values(run.attempts)
    .flat()
    .flatMap((attempt) => (attempt.end === 'succeeded' && typeof attempt.value === 'string' ? [attempt.value] : []));
  return findLostSecrets(shown, digests.has('digest-1'), (secret) => digests.has(digestSecret(secret)));
};

/** Every acknowledged change of a client is present at the end. */
export const judgeClient = (run: RunRecord): Violation[] => {
  const client = clientOf(run);
  const lost = [
    ...(hasSucceeded(run.attempts['disable']) && client.enabled ? ['disable'] : []),
    ...(hasSucceeded(run.attempts['rename']) && client.name !== 'North' ? ['rename'] : []),
    ...(hasSucceeded(run.attempts['revoke']) && client.revocationNumber === 0 ? ['revoke'] : []),
  ];
  return lost.map((detail) => ({ invariant: 'nothing acknowledged is lost', detail }));
};

/** A change that is refused was not made. */
const judgeChange =
  (actor: string, isDone: (client: ApiClient) => boolean) =>
  (run: RunRecord): Violation[] => {
    const isRefused = run.attempts[actor]?.some(({ end }) => end === 'refused') === true;
    return isRefused && isDone(clientOf(run))
      ? [{ invariant: 'what an administrator did is acknowledged', detail: `${actor} was done, and refused` }]
      : [];
  };

/** The client has as many changes as entries in the log, wherever a request was cut. */
const judgeLogged = ({ environment: { database } }: RunRecord): Violation[] => {
  const item = database.items('apiClients').find(({ item: key }) => key === 'client');
  const changes = Number(item?.['revision']) - gate.revision;
  const entries = database.items('auditLog').length;
  return changes === entries
    ? []
    : [{ invariant: 'the log records what happened', detail: `${changes} changes, ${entries} entries` }];
};

/** A client whose deletion is acknowledged is gone; one whose deletion is refused is there. */
const judgeDeletion = (run: RunRecord): Violation[] => {
  const isThere = clientOf(run) !== undefined;
  const isRefused = run.attempts['delete']?.some(({ end }) => end === 'refused') === true;
  return [
    ...(hasSucceeded(run.attempts['delete']) && isThere
      ? [{ invariant: 'nothing acknowledged is lost', detail: 'delete' }]
      : []),
    ...(isRefused && !isThere
      ? [{ invariant: 'what an administrator did is acknowledged', detail: 'the client was deleted, and that refused' }]
      : []),
  ];
};

/** Reads the client as every call does. */
const calling = (name: string): Actor => ({
  name,
  willRepeat: true,
  request: async ({ clients }) => {
    authorizeCaller(await clients.find(gate.clientId), caller, 'checkin');
    return 'served';
  },
});

const GRACE = 61_000;

/** Refresh tokens, secrets, and the actions that end them. */
export const tokenScenarios: readonly Scenario[] = [
  {
    name: 'refresh',
    prepare: openFamily,
    actors: [refreshing('one'), refreshing('other')],
    meetIn: ['apiClients'],
    faults: 3,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeAll(judgeSuccessors, judgeLiveness),
  },
  {
    name: 'refresh-moving-clock',
    prepare: openFamily,
    actors: [refreshing('one'), refreshing('other'), moveClock('clock', 1_000)],
    meetIn: 'everything',
    faults: 2,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeAll(judgeSuccessors, judgeLiveness),
  },
  {
    name: 'refresh-chain',
    prepare: openFamily,
    actors: [refreshing('one', 2), refreshing('other', 2)],
    meetIn: ['apiClients'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeAll(judgeSuccessors, judgeLiveness),
  },
  {
    name: 'refresh-reuse',
    prepare: openFamily,
    actors: [refreshing('one'), refreshing('other'), moveClock('clock', GRACE)],
    meetIn: 'everything',
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeSuccessors,
  },
  {
    name: 'refresh-expiry',
    prepare: openFamily,
    actors: [refreshing('one'), refreshing('other'), moveClock('clock', rules.refreshTokenSeconds * 1000)],
    meetIn: 'everything',
    faults: 1,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeSuccessors,
  },
  {
    name: 'revoke',
    prepare: openFamily,
    actors: [refreshing('one'), revoke, calling('gate')],
    meetIn: ['apiClients'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeAll(judgeSuccessors, judgeEnded('revoke', ['one', 'gate']), judgeClient, judgeLogged),
  },
  {
    name: 'disable',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), disable],
    meetIn: ['apiClients', 'bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeAll(
      judgeCheckins({ name: 'north', hasKey: true, actors: ['north'] }),
      judgeEnded('disable', ['north']),
      judgeClient,
      judgeLogged,
    ),
  },
  {
    name: 'client-changes',
    prepare: prepareCompany(),
    actors: [disable, rename, revoke],
    meetIn: ['apiClients'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 60,
    judge: judgeAll(judgeClient, judgeLogged),
  },
  {
    name: 'rotate-and-change',
    prepare: prepareCompany(),
    actors: [rotate('rotate'), disable, logIn],
    meetIn: ['apiClients'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 60,
    judge: judgeAll(
      judgeSecrets,
      judgeClient,
      judgeLogged,
      judgeChange('rotate', ({ secrets }) => secrets.length > 1),
      judgeChange('disable', ({ enabled }) => !enabled),
    ),
  },
  {
    name: 'end-secret',
    prepare: prepareTwoSecrets,
    actors: [endFirst, rename, logIn],
    meetIn: ['apiClients'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 60,
    judge: judgeAll(
      judgeClient,
      judgeLogged,
      judgeChange('end-first', ({ secrets }) => secrets.length === 1),
      judgeChange('rename', ({ name }) => name === 'North'),
    ),
  },
  {
    name: 'delete-client',
    prepare: openFamily,
    actors: [refreshing('one'), remove, rename],
    meetIn: ['apiClients'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 60,
    judge: judgeAll(judgeSuccessors, judgeEnded('delete', ['one']), judgeDeletion, judgeLogged),
  },
  {
    name: 'two-secrets',
    prepare: prepareCompany(),
    actors: [rotate('one'), rotate('other')],
    meetIn: ['apiClients'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 60,
    judge: judgeAll(judgeSecrets, judgeLogged),
  },
];
