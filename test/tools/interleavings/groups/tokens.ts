import { refresh } from '../../../../functions/refresh/refresh.ts';
import { authorizeCaller } from '../../../../shared/domain/authorize-caller.ts';
import { CLOCK_TOLERANCE_SECONDS, HOUR } from '../../../../shared/domain/instant.ts';
import { startFamily, type RefreshRules, type TokenMint } from '../../../../shared/domain/token-family.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import type { Findings } from '../../invariants/violation.ts';
import { moveClock, valuesOf, type Actor, type Context, type Group, type Run, type Stores } from '../actor.ts';
import { caller, gate, prepareCompany } from '../company.ts';
import { NOON } from '../world.ts';
import { clientChanges } from './clients.ts';

const rules: RefreshRules = { refreshTokenSeconds: 7 * 24 * 3_600, refreshGraceSeconds: 60 };
const keyId = 'key-1';
const FAMILY = 'family';

const encode = (claims: Omit<RefreshCaller, 'sourceIp'>): string => JSON.stringify(claims);

/** Makes tokens of plain text, because signing would not change the order of calls. */
const mint: TokenMint = {
  currentKey: async () => ({ keyId, createdAt: 0 }),
  mint: async ({ clientId, companyId }, { familyId }, generation) => {
    const { number, issuedAt, scopes, revocationNumber } = generation;
    return {
      accessToken: JSON.stringify(generation),
      accessTokenExpiration: issuedAt + HOUR,
      refreshToken: encode({ clientId, companyId, scopes, revocationNumber, familyId, generationNumber: number }),
      refreshTokenExpiration: issuedAt + rules.refreshTokenSeconds * 1000,
    };
  },
};

const openFamily = async (stores: Stores): Promise<void> => {
  await prepareCompany('desk')(stores);
  const family = startFamily(gate.clientId, { keyId, scopes: gate.scopes, revocationNumber: 0 }, rules, NOON);
  await stores.families.start({ ...family, familyId: FAMILY });
};

const { sourceIp, ...claims } = caller;
const firstToken = encode({ ...claims, familyId: FAMILY, generationNumber: 0 });

interface Refresh {
  readonly token: string;
  readonly tokens: { readonly refreshToken: string };
}

const presentToken = async (token: string, { clients, families, now }: Context): Promise<Refresh> => {
  const from = { ...(JSON.parse(token) as RefreshCaller), sourceIp };
  const { body } = await refresh(from, { clients, families, mint, rules, log: () => undefined, now });
  return { token, tokens: body as Refresh['tokens'] };
};

const refreshers: readonly Actor[] = [
  ...['one', 'other'].map((name): Actor => ({
    name,
    retries: true,
    request: async (context) => [await presentToken(firstToken, context)],
  })),
  {
    name: 'two',
    request: async (context) => {
      const first = await presentToken(firstToken, context);
      return [first, await presentToken(first.tokens.refreshToken, context)];
    },
  },
];

/** Checks that every response to the same refresh token contains the same tokens, byte for byte. */
const judge = (run: Run): Findings => {
  const refreshes = valuesOf(run.attempts.filter(({ actor }) => refreshers.includes(actor))) as Refresh[][];
  const sets = [...Map.groupBy(refreshes.flat(), ({ token }) => token).values()].map((same) => [
    ...new Set(same.map(({ tokens }) => JSON.stringify(tokens))),
  ]);
  return { 'a refresh token has one successor': sets.filter(({ length }) => length > 1) };
};

/** A log-in with the first secret, which records the use of the secret. */
const usingSecret: Actor = {
  name: 'log-in',
  retries: true,
  request: async ({ clients, now }) => {
    const client = await clients.find(gate.clientId);
    const secret = client?.secrets.find(({ digest }) => digest === 'digest-1');
    if (client && secret) await clients.recordLastUsed({ client, secret }, now());
  },
};

/** A request of the gate, authorized by the check that every function makes. */
const calling: Actor = {
  name: 'gate',
  retries: true,
  request: async ({ access }) => authorizeCaller(await access.find(gate.clientId), caller, 'checkin'),
};

/** Refresh tokens, secrets, and the actions that end them. */
export const tokenGroups: readonly Group[] = [
  {
    name: 'tokens',
    prepare: openFamily,
    actors: [
      moveClock('second', 1_000),
      moveClock('grace', 61_000, { ends: [] }),
      moveClock('lifetime', (rules.refreshTokenSeconds + CLOCK_TOLERANCE_SECONDS) * 1000, { ends: [] }),
    ],
    always: refreshers,
    size: [0, 3],
    judge,
  },
  { name: 'clients', prepare: openFamily, actors: [...refreshers, calling, usingSecret, ...clientChanges], judge },
];
