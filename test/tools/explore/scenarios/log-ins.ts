import { authenticate } from '../../../../functions/auth/auth.ts';
import { digestSecret } from '../../../../shared/domain/client-secret.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { NOON } from '../environment.ts';
import { judgeAll, type Actor, type ActorContext, type RunRecord, type Scenario } from '../scenario.ts';
import { gate } from './company.ts';
import { decode, mint, present, requestContext, revoke, rules, type Tokens } from './token-actors.ts';
import { judgeClient } from './tokens.ts';

const SECRET = 'secret';

/** The time of the secret's last use is recent, so that a log-in does not record it again. */
const prepare = async ({ clients }: ActorStores): Promise<void> => {
  await clients.create({
    ...gate,
    secrets: [{ digest: digestSecret(SECRET), last4: 'cret', createdAt: NOON, lastUsedAt: NOON }],
  });
};

const logIn = async ({ clients, families, now }: ActorContext): Promise<Tokens> => {
  const body = { clientId: gate.clientId, clientSecret: SECRET };
  const request = { body, requestContext } as unknown as ApiRequest;
  const response = await authenticate(request, { clients, families, mint, rules, log: () => undefined, now });
  return response.body as Tokens;
};

/** Logs in and refreshes. @returns the newest token */
const logInAndRefresh: Actor = {
  name: 'gate',
  willRepeat: true,
  request: async (context) => present((await logIn(context)).refreshToken, context),
};

const GRACE_MILLISECONDS = 61_000;

/** Logs in, refreshes, and presents the first token again after its grace period. @returns the first token if that was refused */
const logInAndReuse: Actor = {
  name: 'gate',
  willRepeat: false,
  async request(context) {
    const first = await logIn(context);
    await present(first.refreshToken, context);
    const pass = (environment: { now: number }) => (environment.now += GRACE_MILLISECONDS);
    await context.call(`the clock moves by ${GRACE_MILLISECONDS} ms`, pass, false);
    try {
      await present(first.refreshToken, context);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'token_invalid') return first;
      throw error;
    }
  },
};

/** Checks the family of each token that an attempt returned. */
const judgeFamilies =
  (invariant: string, isKept: (family: Readonly<Record<string, unknown>>, generation: number) => boolean) =>
  ({ environment, attempts }: RunRecord): Violation[] => {
    const families = environment.database.items('apiClients');
    return (attempts['gate'] ?? []).flatMap((attempt) => {
      if (attempt.end !== 'succeeded' || attempt.value === undefined) return [];
      const { familyId, generation } = decode((attempt.value as Tokens).refreshToken);
      const family = families.find((item) => item['familyId'] === familyId);
      if (family && isKept(family, generation)) return [];
      return [{ invariant, detail: `generation ${generation}: ${JSON.stringify(family)}` }];
    });
  };

/** A log-in whose first write arrives late. */
export const logInScenarios: readonly Scenario[] = [
  {
    name: 'late-log-in',
    prepare,
    actors: [logInAndRefresh, revoke],
    meetIn: ['apiClients'],
    faults: 2,
    smallFaults: 1,
    hasLateFirstTries: true,
    maxCalls: 40,
    judge: judgeAll(
      judgeClient,
      judgeFamilies('nothing acknowledged is lost', ({ liveNumber }, generation) => Number(liveNumber) >= generation),
    ),
  },
  {
    name: 'late-log-in-and-reuse',
    prepare,
    actors: [logInAndReuse],
    meetIn: 'everything',
    faults: 2,
    smallFaults: 1,
    hasLateFirstTries: true,
    maxCalls: 40,
    judge: judgeFamilies('a revoked token family stays revoked', ({ revoked }) => revoked === true),
  },
];
