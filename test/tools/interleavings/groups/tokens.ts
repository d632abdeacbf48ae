import { authenticate } from '../../../../functions/auth/auth.ts';
import { refresh } from '../../../../functions/refresh/refresh.ts';
import { authorizeCaller } from '../../../../shared/domain/authorize-caller.ts';
import { digestSecret } from '../../../../shared/domain/client-secret.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { startFamily, type RefreshRules, type TokenMint } from '../../../../shared/domain/token-family.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, valuesOf, type Actor, type Context, type Group, type RunRecord, type Stores } from '../actor.ts';
import { moveClock, timeToLive } from '../clock.ts';
import { caller, gate, prepareCompany } from '../company.ts';
import { requestContext } from '../imports.ts';
import { HOUR, NOON } from '../world.ts';
import { disable, endFirst, remove, rename, revoke, rotate } from './clients.ts';

const rules: RefreshRules = { refreshTokenSeconds: 7 * 24 * 3_600, refreshGraceSeconds: 60 };
const keyId = 'key-1';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (token: string): RefreshCaller =>
  JSON.parse(Buffer.from(token, 'base64url').toString()) as RefreshCaller;

/** Makes tokens of plain text, because signing would not change the order of calls. */
const mint: TokenMint = {
  currentKey: async () => ({ keyId, createdAt: 0 }),
  mint: async (client, { familyId }, generation) => ({
    accessToken: encode({ generation }),
    accessTokenExpiration: generation.issuedAt + HOUR,
    refreshToken: encode({
      clientId: client.clientId,
      companyId: client.companyId,
      scopes: generation.scopes,
      revocationNumber: generation.revocationNumber,
      familyId,
      generation: generation.number,
    } satisfies Record<keyof Omit<RefreshCaller, 'sourceIp'>, unknown>),
    refreshTokenExpiration: generation.issuedAt + rules.refreshTokenSeconds * 1000,
  }),
};

interface Tokens {
  readonly refreshToken: string;
}

const presentToken = async (token: string, { clients, families, now }: Context): Promise<Tokens> => {
  const from = { ...decode(token), sourceIp: requestContext.http.sourceIp };
  return (await refresh(from, { clients, families, mint, rules, log: () => undefined, now })).body as Tokens;
};

const FAMILY = 'family';

const openFamily = async (stores: Stores): Promise<void> => {
  await prepareCompany('desk')(stores);
  const family = startFamily(gate.clientId, { keyId, scopes: gate.scopes, revocationNumber: 0 }, rules, NOON);
  await stores.families.start({ ...family, familyId: FAMILY });
};

const firstToken = encode({ ...caller, familyId: FAMILY, generation: 0 } satisfies RefreshCaller);

interface Refresh {
  readonly token: string;
  readonly tokens: Tokens;
}

/** Refreshes the first token and, with more rounds, each token that it gets. */
const refreshing = (name: string, rounds = 1): Actor => ({
  name,
  ...(rounds === 1 && { retries: true }),
  request: async (context) => {
    const refreshes: Refresh[] = [];
    for (let token = firstToken; refreshes.length < rounds; token = refreshes.at(-1)?.tokens.refreshToken ?? '')
      refreshes.push({ token, tokens: await presentToken(token, context) });
    return refreshes;
  },
});

const refreshers = [refreshing('one'), refreshing('other'), refreshing('two', 2)];

/**
 * Checks that every response to the same refresh token contains the same tokens, byte for byte, and that every remaining token
 * family has an expiry, so that time to live deletes it.
 */
const judgeRefreshes = (run: RunRecord): Findings => {
  const refreshes = valuesOf(run.attempts.filter(({ actor }) => refreshers.includes(actor))) as Refresh[][];
  const sets = [...Map.groupBy(refreshes.flat(), ({ token }) => token).values()].map((same) => [
    ...new Set(same.map(({ tokens }) => JSON.stringify(tokens))),
  ]);
  return {
    'a refresh token has one successor': sets.filter(({ length }) => length > 1),
    'every token family has an expiry': run.world.database
      .items('apiClients')
      .filter(({ item, expiresAtSeconds }) => String(item).startsWith('family#') && expiresAtSeconds === undefined),
  };
};

/** A log-in with the first secret, which records the use of the secret. */
const usingSecret: Actor = {
  name: 'log-in',
  retries: true,
  request: async ({ clients, now }) => {
    const client = await clients.find(gate.clientId);
    const secret = client?.secrets.find(({ digest }) => digest === 'digest-1');
    if (client && secret) await clients.recordLastUsed({ client, secret }, now());
    return true;
  },
};

/** A request of the gate, authorized by the check that every function makes. */
const calling: Actor = {
  name: 'gate',
  retries: true,
  request: async ({ access }) => {
    authorizeCaller(await access.find(gate.clientId), caller, 'checkin');
    return 'served';
  },
};

const SECRET = 'secret';

/** Creates a client whose secret was used recently, so that a log-in does not also write `lastUsedAt`. */
const prepareLogIn = async ({ clients }: Stores): Promise<void> => {
  const secret = { digest: digestSecret(SECRET), last4: 'cret', createdAt: NOON, lastUsedAt: NOON };
  await clients.create({ ...gate, secrets: [secret] });
};

const logIn = async ({ clients, families, now }: Context): Promise<Tokens> => {
  const request = { body: { clientId: gate.clientId, clientSecret: SECRET }, requestContext } as unknown as ApiRequest;
  const response = await authenticate(request, { clients, families, mint, rules, log: () => undefined, now });
  return response.body as Tokens;
};

/** Logs in and refreshes. @returns the newest token */
const logInAndRefresh: Actor = {
  name: 'log-in-and-refresh',
  retries: true,
  request: async (context) => presentToken((await logIn(context)).refreshToken, context),
};

const GRACE_MILLISECONDS = 61_000;

/**
 * Logs in, refreshes, and presents the first refresh token again after its grace period.
 * @returns the tokens of the log-in if the reuse is rejected
 */
const logInAndReuse: Actor = {
  name: 'thief',
  request: async (context) => {
    const first = await logIn(context);
    await presentToken(first.refreshToken, context);
    await context.call('a minute passes', (world) => void (world.now += GRACE_MILLISECONDS));
    try {
      await presentToken(first.refreshToken, context);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'token_invalid') return first;
      throw error;
    }
  },
};

/** Finds the token families of an actor's tokens that do not hold. */
const judgeFamilies = (
  run: RunRecord,
  { name }: Actor,
  holds: (family: Readonly<Record<string, unknown>>, generation: number) => boolean,
): unknown[] =>
  valuesOf(attemptsOf(run, name)).filter((tokens) => {
    if (!tokens) return false;
    const { familyId, generation } = decode((tokens as Tokens).refreshToken);
    const family = run.world.database.items('apiClients').find((item) => item['familyId'] === familyId);
    return !family || !holds(family, generation);
  });

/** Refresh tokens, secrets, and the actions that end them. */
export const tokenGroups: readonly Group[] = [
  {
    name: 'tokens',
    prepare: openFamily,
    actors: [
      moveClock('second', 1_000),
      moveClock('grace', GRACE_MILLISECONDS, { excuses: true }),
      moveClock('lifetime', rules.refreshTokenSeconds * 1000, { excuses: true }),
      timeToLive,
    ],
    always: refreshers,
    size: [0, 3],
    judge: judgeRefreshes,
  },
  {
    name: 'clients',
    prepare: openFamily,
    actors: [
      ...refreshers,
      calling,
      usingSecret,
      revoke,
      disable,
      rename,
      remove,
      rotate('rotate'),
      rotate('rotate-too'),
    ],
    judge: judgeRefreshes,
  },
  {
    name: 'two-secrets',
    prepare: async ({ clients }) => {
      const second = { digest: 'digest-2', last4: 'est2', createdAt: NOON };
      await clients.create({ ...gate, secrets: [...gate.secrets, second] });
    },
    actors: [endFirst, rename, usingSecret],
  },
  {
    name: 'late-log-in',
    prepare: prepareLogIn,
    actors: [logInAndRefresh, logInAndReuse, revoke],
    size: [1, 1],
    hasLateFirstTries: true,
    judge: (run) => ({
      'nothing acknowledged is lost': judgeFamilies(
        run,
        logInAndRefresh,
        ({ liveNumber }, generation) => Number(liveNumber) >= generation,
      ),
      'a revoked token family stays revoked': judgeFamilies(run, logInAndReuse, ({ revoked }) => revoked === true),
    }),
  },
];
