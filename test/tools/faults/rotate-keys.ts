import { randomUUID } from 'node:crypto';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Violation } from '../invariants/violation.ts';
import type { Bench } from './bench.ts';
import { makeCompany } from './company.ts';
import { callGate, logIn, withToken } from './gate-call.ts';

const MINUTE = 60_000;
/** The new key signs by then, and tokens of the old one are still valid. */
const STEPS = [0, 4 * MINUTE, 6 * MINUTE, 30 * MINUTE, 50 * MINUTE];

/**
 * Two operators rotate the signing keys at once. While the clock moves on, no valid token may be refused: neither those from
 * before the rotation nor new ones.
 */
export const rotateKeys = async (bench: Bench): Promise<Violation[]> => {
  const company = await makeCompany(`keys-${randomUUID()}`, { rounds: [], bookings: [] }, bench);
  const sets = [await logIn(company, bench)];
  const violations = await bench.rotateKeysTwice();
  for (const step of STEPS) {
    await bench.moveClock(step);
    for (const { accessToken, refreshToken } of sets) {
      const body = { id: 1, date: formatDateTime(0) };
      const checkin = await callGate<{ code?: string }>('/scheduling/checkin', withToken(accessToken), bench, body);
      const refreshed = await callGate<{ code?: string }>('/auth/refresh-token', withToken(refreshToken), bench);
      // On a very slow machine, tokens expire.
      const refused = [checkin, refreshed].filter((response) => response.body?.code === 'token_invalid');
      violations.push(
        ...refused.map(() => ({ invariant: 'a rotation of keys ends no valid token', detail: `${step} ms later` })),
      );
    }
    sets.push(await logIn(company, bench));
  }
  await bench.moveClock(0);
  return violations;
};
