import { addBookedUser, BOOKINGS_OF_A_DAY } from './book.ts';
import { MOMENT, type ServiceWorld } from './service-world.ts';

interface Expectation {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly statusCode: number;
  readonly checkinCount?: number;
}

let lastUserId = 10_000_000;

const makeExpectations = async (world: ServiceWorld, accessToken: string): Promise<readonly Expectation[]> => {
  lastUserId += 1;
  const id = await addBookedUser(world, lastUserId);
  const headers = { authorization: `Bearer ${accessToken}` };
  const forged = { authorization: `Bearer ${accessToken.slice(0, -8)}AAAAAAAA` };
  const body = JSON.stringify({ id, date: new Date(MOMENT).toISOString() });
  const stranger = JSON.stringify({ id: 99_999_999 });
  return [
    { what: 'checks in', headers, body, statusCode: 200, checkinCount: BOOKINGS_OF_A_DAY },
    { what: 'checks in once', headers, body, statusCode: 200, checkinCount: 0 },
    { what: 'refuses an unknown user', headers, body: stranger, statusCode: 404 },
    { what: 'refuses a request without an identifier', headers, body: '{}', statusCode: 400 },
    { what: 'refuses a body that is not JSON', headers, body: '{', statusCode: 400 },
    { what: 'refuses a forged token', headers: forged, body, statusCode: 401 },
    { what: 'refuses a request without a token', headers: {}, body, statusCode: 401 },
  ];
};

/** Sends a check-in to a version of the function. */
export type Ask = (
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<{ readonly statusCode: number; readonly body: string }>;

/**
 * Checks that each version of the function keeps the contract, because a version that does less could be faster.
 * @throws Error if one does not
 */
export const assertConformance = async (
  name: string,
  ask: Ask,
  world: ServiceWorld,
  accessToken: string,
): Promise<void> => {
  for (const { what, headers, body, statusCode, checkinCount } of await makeExpectations(world, accessToken)) {
    const result = await ask(headers, body);
    const answer = JSON.parse(result.body) as { checkinCount?: number };
    if (result.statusCode === statusCode && answer.checkinCount === checkinCount) continue;
    throw new Error(`${name} does not conform (${what}): ${result.statusCode} ${result.body}`);
  }
};
