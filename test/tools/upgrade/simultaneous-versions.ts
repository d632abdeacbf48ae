import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Checks } from '../deploy/checks.ts';
import { checkIn, countOf, isSame, logIn, refresh, type Call, type Credentials, type Reply } from './calls.ts';
import type { Admin } from './old-version.ts';

/** Users 1 to this number have an open booking each. */
export const PEOPLE = 20;

interface Version {
  readonly call: Call;
  readonly admin: Admin;
}

interface Versions {
  readonly old: Version;
  readonly current: Version;
  /** An API client that version 1.0 created. */
  readonly gate: Credentials;
  /** The table with the token families. */
  readonly families: { readonly client: DynamoDBClient; readonly table: string };
}

const GRACE_MILLISECONDS = 60_000;

/** Changes the times of a client's families, as if the grace period had passed. */
const endGracePeriod = async ({ families: { client, table }, gate: { clientId } }: Versions): Promise<void> => {
  const database = DynamoDBDocumentClient.from(client);
  const { Items = [] } = await database.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'clientId = :clientId AND begins_with(#item, :family)',
      ExpressionAttributeNames: { '#item': 'item' },
      ExpressionAttributeValues: { ':clientId': clientId, ':family': 'family#' },
    }),
  );
  for (const { item, generations } of Items) {
    const earlier = (generations as { issuedAt: number }[]).map((one) => ({
      ...one,
      issuedAt: one.issuedAt - 2 * GRACE_MILLISECONDS,
    }));
    await database.send(
      new UpdateCommand({
        TableName: table,
        Key: { clientId, item },
        UpdateExpression: 'SET generations = :generations',
        ExpressionAttributeValues: { ':generations': earlier },
      }),
    );
  }
};

const areAll = (replies: readonly Reply[], status: number): boolean => replies.every((each) => each.status === status);

/** Sends swipes to both versions. Users 1 to {@link PEOPLE} are each checked in once. */
const checkSwipes = async ({ old, current, gate }: Versions, { check }: Checks): Promise<void> => {
  const [ofOld, ofCurrent] = [await logIn(old.call, gate), await logIn(current.call, gate)];
  check('both versions log in', areAll([ofOld, ofCurrent], 201), [ofOld, ofCurrent]);
  /** The same request to both at once, each with the token of the other. */
  const atBoth = (body: object, headers = {}): Promise<Reply[]> =>
    Promise.all([checkIn(old.call, ofCurrent, body, headers), checkIn(current.call, ofOld, body, headers)]);

  const keyless: Reply[] = [];
  const keyed: Reply[] = [];
  for (let id = 1; id <= 8; id += 1) keyless.push(...(await atBoth({ id })));
  // The count of a swipe is lost if its response was a 503, which a busy machine causes. The next swipe finds the booking checked in.
  const isOncePerUser = keyless.every((each, index) => countOf(each) + countOf(keyless[index ^ 1] as Reply) <= 1);
  check('swipes without a key: none is counted twice', areAll(keyless, 200) && isOncePerUser, keyless);
  const repeats: Reply[] = [];
  for (let id = 1; id <= 8; id += 1) repeats.push(...(await atBoth({ id })));
  check('… and all are done', areAll(repeats, 200) && repeats.every((each) => countOf(each) === 0), repeats);
  for (let id = 9; id <= 16; id += 1) {
    const headers = { 'Idempotency-Key': `swipe-${id}` };
    keyed.push(...(await atBoth({ uid: `badge-${id}` }, headers)), ...(await atBoth({ uid: `badge-${id}` }, headers)));
  }
  const isOnce = areAll(keyed, 200) && keyed.every((each) => countOf(each) === 1);
  check('swipes with a key, and their repeats: each gets the same count', isOnce, keyed);

  const now = Date.now();
  const dates = [now, now + 30 * 60_000].map((each) => new Date(each).toISOString());
  for (const [id, [one, other]] of [
    [17, [old, current]],
    [18, [current, old]],
  ] as const) {
    const headers = { 'Idempotency-Key': `crossing-${id}` };
    const replies = [
      await checkIn(one.call, ofOld, { id, date: dates[0] }, headers),
      await checkIn(other.call, ofCurrent, { id, date: dates[0] }, headers),
    ];
    check('a repeat at the other version gets the same response', isSame(...(replies as [Reply, Reply])), replies);
  }
  const later = await checkIn(current.call, ofOld, { id: 17, date: dates[1] }, { 'Idempotency-Key': 'crossing-17' });
  check('a key that version 1.0 recorded is accepted with another date', countOf(later) === 1, later);
  const rest = [await checkIn(old.call, ofOld, { id: 19 }), await checkIn(current.call, ofOld, { id: 19 })];
  check('a check-in of one version is known to the other', rest.map(countOf).join() === '1,0', rest);
};

/** Refreshes that alternate between the versions. */
const checkRefreshes = async ({ old, current, gate }: Versions, { check }: Checks): Promise<void> => {
  const useAtBoth = async (sets: readonly Reply[]): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (const set of sets)
      replies.push(...(await Promise.all([old, current].map(({ call }) => checkIn(call, set, { id: 1 })))));
    return replies;
  };
  let live = await logIn(old.call, gate);
  const sets = [live];
  for (const { call } of [current, old, old, current, current, old]) sets.push((live = await refresh(call, live)));
  const used = await useAtBoth(sets);
  check('a family continues across the versions, and its tokens are valid at both', areAll(used, 200), used);
  const made = await refresh(old.call, live);
  const repeated = await refresh(current.call, live);
  check('this version repeats a set of version 1.0 byte for byte', isSame(made, repeated), repeated);

  live = made;
  const [refreshed, tried]: [Reply[], Reply[]] = [[], []];
  for (let round = 0; round < 4; round += 1) {
    const both = await Promise.all([refresh(old.call, live), refresh(current.call, live)]);
    refreshed.push(...both);
    tried.push(...(await useAtBoth(both)));
    live = both[round % 2] as Reply;
  }
  check('one refresh token at both at once: both get a set', areAll(refreshed, 200), refreshed);
  check('… which is valid at both', areAll(tried, 200), tried);
};

/** Tokens and clients that one version revokes or disables are refused by the other too. */
const checkRefusals = async (versions: Versions, { check }: Checks): Promise<void> => {
  const { old, current, gate } = versions;
  const both = [old, current];
  const atBoth = (send: (call: Call) => Promise<Reply>): Promise<Reply[]> =>
    Promise.all(both.map(({ call }) => send(call)));
  for (const [where, { call }] of Object.entries({ 'version 1.0': old, 'this version': current })) {
    const first = await logIn(old.call, gate);
    const second = await refresh(current.call, first);
    await endGracePeriod(versions);
    const reuse = await refresh(call, first);
    const after = await atBoth((each) => refresh(each, second));
    check(`reuse that ${where} detects ends the family at both`, areAll([reuse, ...after], 401), [reuse, after]);
  }

  const { clientId } = gate;
  for (const [who, { admin }] of Object.entries({ 'version 1.0': old, 'this version': current })) {
    const tokens = await logIn(old.call, gate);
    const useAll = async () =>
      (
        await Promise.all([
          atBoth((call) => logIn(call, gate)),
          atBoth((call) => checkIn(call, tokens, { id: 1 })),
          atBoth((call) => refresh(call, tokens)),
        ])
      ).flat();
    await admin('clients', 'disable', clientId);
    const refused = await useAll();
    check(`a client that ${who} disables is refused by both`, areAll(refused, 401), refused);
    await admin('clients', 'enable', clientId);
    const accepted = await useAll();
    check(
      '… and accepted again once it is enabled',
      accepted.every(({ status }) => status < 300),
      accepted,
    );
  }

  const earlier = await logIn(old.call, gate);
  await current.admin('clients', 'revoke-tokens', clientId);
  const [atOld, atCurrent] = await atBoth((call) => checkIn(call, earlier, { id: 1 }));
  check('revoke-tokens: this version refuses earlier tokens', atCurrent?.status === 401, atCurrent);
  check('… which version 1.0 still accepts, as docs/deployment.md says', atOld?.status === 200, atOld);
  const fresh = await logIn(current.call, gate);
  const accepted = await atBoth((call) => checkIn(call, fresh, { id: 1 }));
  check('… and both accept those of a new log-in', areAll(accepted, 200), accepted);

  const rotated = (await current.admin('clients', 'rotate', clientId)) as Credentials;
  const logIns = (await Promise.all([gate, rotated].map((each) => atBoth((call) => logIn(call, each))))).flat();
  check('both versions accept both secrets of a rotation', areAll(logIns, 201), logIns);
};

/** Checks version 1.0 and this version while both run on the same tables, as during an upgrade. */
export const checkBothVersions = async (versions: Versions, checks: Checks): Promise<void> => {
  await checkSwipes(versions, checks);
  await checkRefreshes(versions, checks);
  await checkRefusals(versions, checks);
};
