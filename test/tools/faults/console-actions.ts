import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { ConsoleRequest, ConsoleResponse } from '../../support/console-service.ts';
import {
  expectStatus,
  TRIES_UNDER_FAULTS,
  userOf,
  type ActionContext,
  type ActionPerformer,
} from './action-context.ts';
import { callGate, isUnavailable, logIn, tryLogIn, withToken, type GateResponse } from './gate-call.ts';
import type { ActionRecord } from './history-record.ts';

const PAUSE_MILLISECONDS = 100;
const GRACE_HOURS = 24;

/** A change of a booking by hand. A failed one is tried again a few times: each time, it is another change. */
const byHand = (
  route: 'undoCheckin' | 'checkIn' | 'cancelBooking',
  more: (context: ActionContext, record: ActionRecord) => object,
): ActionPerformer => ({
  async perform(context, record) {
    const { bookingId } = record.action;
    const body = { userId: userOf(record).id, bookingId, ...more(context, record) };
    for (let tries = 0; tries < TRIES_UNDER_FAULTS; tries += 1) {
      const response = await context.callConsole(route, { body });
      expectStatus(record, [200, 404, 409, 503], response);
      if (response.status === 200) record.acknowledged += 1;
      if (response.status === 200 || response.status === 404) return;
      // An undo may have come before the check-in.
      await sleep(PAUSE_MILLISECONDS);
    }
  },
});

/** Inside the period as it was planned. */
const momentOf = ({ plan }: ActionContext, { action }: ActionRecord): string => {
  const booking = plan.bookings.find(({ bookingId }) => bookingId === action.bookingId);
  return formatDateTime(booking?.checkinOpensAt ?? 0);
};

/** Reads the client and changes it, until that is done: again if it changed in between, or the service was unavailable. */
const changeClient = async (
  { callConsole, company }: ActionContext,
  route: ConsoleRouteId,
  request: ConsoleRequest,
): Promise<ConsoleResponse> => {
  const params = { clientId: company.clientId };
  for (;;) {
    const { headers } = await callConsole('getClient', { params });
    const etag = headers.get('etag');
    if (etag !== null) {
      let response: ConsoleResponse;
      const sent = { ...request, params, headers: { ...request.headers, 'If-Match': etag } };
      // A request with an Idempotency-Key is repeated as it was.
      do response = await callConsole(route, sent);
      while (response.status === 503 && request.headers);
      if (response.status !== 503 && response.status !== 412) return response;
    }
    await sleep(PAUSE_MILLISECONDS);
  }
};

const untilAvailable = async (send: () => Promise<GateResponse>): Promise<GateResponse> => {
  for (;;) {
    const response = await send();
    if (!isUnavailable(response)) return response;
    await sleep(PAUSE_MILLISECONDS);
  }
};

/** Requests of a client that was disabled or whose tokens were revoked; all must be refused. */
const expectRefusals = async (
  { bench }: ActionContext,
  record: ActionRecord,
  requests: readonly ((bench: ActionContext['bench']) => Promise<GateResponse>)[],
): Promise<void> => {
  for (const request of requests) {
    const { status } = await untilAvailable(() => request(bench));
    if (status !== 401)
      record.violations.push({
        invariant: 'a revoked or disabled client does nothing after its next call begins',
        detail: `${record.action.kind}: ${status}`,
      });
  }
};

const withTokens = async ({ company, bench }: ActionContext) => {
  const { accessToken, refreshToken } = await logIn(company, bench);
  const swipe = { id: 7, date: formatDateTime(0) };
  return [
    (on: typeof bench) => callGate('/scheduling/checkin', withToken(accessToken), on, swipe),
    (on: typeof bench) => callGate('/auth/refresh-token', withToken(refreshToken), on),
  ];
};

const acknowledge = (record: ActionRecord, response: ConsoleResponse): boolean => {
  expectStatus(record, [200], response);
  record.acknowledged += 1;
  return response.status === 200;
};

const revokeTokens: ActionPerformer = {
  async perform(context, record) {
    const requests = await withTokens(context);
    const begunAt = performance.now();
    if (!acknowledge(record, await changeClient(context, 'revokeTokens', {}))) return;
    record.ended = { begunAt, acknowledgedAt: performance.now() };
    await expectRefusals(context, record, requests);
  },
};

/** Waits with log-ins, so it always enables the client again. */
const disableClient: ActionPerformer = {
  async perform(context, record) {
    const requests = await withTokens(context);
    if (!acknowledge(record, await changeClient(context, 'updateClient', { body: { enabled: false } }))) return;
    const acknowledgedAt = performance.now();
    await expectRefusals(context, record, [...requests, (bench) => tryLogIn(context.company, bench)]);
    record.ended = { acknowledgedAt, until: performance.now() };
    expectStatus(record, [200], await changeClient(context, 'updateClient', { body: { enabled: true } }));
  },
};

/** Two administrators at once. Only one can succeed, because then there are two live secrets. */
const rotateSecret: ActionPerformer = {
  async perform(context, record) {
    const rotate = async (name: string): Promise<void> => {
      const headers = { 'Idempotency-Key': `${context.company.companyId}-${name}` };
      const response = await changeClient(context, 'rotateSecret', { body: { graceHours: GRACE_HOURS }, headers });
      expectStatus(record, [201, 409], response);
      if (response.status !== 201) return;
      record.acknowledged += 1;
      record.secrets.push((response.body as { clientSecret: string }).clientSecret);
    };
    await Promise.all(['one', 'other'].map(rotate));
    if (record.secrets.length === 0)
      record.violations.push({ invariant: 'a repeated rotation shows a secret', detail: 'both were refused' });
  },
};

export const consoleActions = {
  undo: byHand('undoCheckin', () => ({ reason: 'wrong person' })),
  'check-in-by-hand': byHand('checkIn', (context, record) => ({
    reason: 'forgot the badge',
    at: momentOf(context, record),
  })),
  cancel: byHand('cancelBooking', () => ({})),
  'revoke-tokens': revokeTokens,
  'disable-client': disableClient,
  'rotate-secret': rotateSecret,
} as const;

/** Which secrets of the client are live, by log-in. */
export const findLiveSecrets = async (
  { clientId }: ActionContext['company'],
  secrets: readonly string[],
  bench: ActionContext['bench'],
): Promise<ReadonlySet<string>> => {
  const live = new Set<string>();
  for (const clientSecret of secrets) {
    const { status } = await untilAvailable(() => tryLogIn({ clientId, clientSecret }, bench));
    if (status === 201) live.add(clientSecret);
  }
  return live;
};
