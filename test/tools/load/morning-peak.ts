import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Person } from './crowd.ts';

/** One request of the mix. */
export interface LoadRequest {
  /** What it is counted under. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly bearer?: 'accessToken' | 'refreshToken';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** What it has to be answered. */
  readonly status: number;
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const HOUR = 60 * 60_000;

const checkin = (name: string, body: object, status = 200, headers: LoadRequest['headers'] = {}): LoadRequest => ({
  name,
  method: 'POST',
  path: '/scheduling/checkin',
  bearer: 'accessToken',
  body,
  status,
  headers,
});

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const keyOf = ({ id }: Person): Record<string, string> => ({ 'Idempotency-Key': `badge-${id}-${crypto.randomUUID()}` });
const identifier = ({ id, uid, email }: Person): object => pick([{ id }, { uid }, { email }]);

/** In percent: most people badge once, some again, and readers and clients do what they do besides. */
const makeMix = (crowd: readonly Person[], credentials: Credentials, nextPerson: () => Person) =>
  [
    [60, () => checkin('badge', { uid: nextPerson().uid })],
    [
      15,
      () => checkin('badge, keyed, with push', { ...identifier(pick(crowd)), notify: true }, 200, keyOf(pick(crowd))),
    ],
    [12, () => checkin('badge of somebody unknown', { uid: 'NOBODY' }, 404)],
    [8, () => checkin('swipe of yesterday', { id: pick(crowd).id, date: formatDateTime(Date.now() - 24 * HOUR) })],
    [
      3,
      (): LoadRequest => ({
        name: 'refresh',
        method: 'GET',
        path: '/auth/refresh-token',
        bearer: 'refreshToken',
        status: 200,
      }),
    ],
    [2, (): LoadRequest => ({ name: 'log-in', method: 'POST', path: '/auth', body: credentials, status: 201 })],
  ] as const;

/** Requests as a morning brings them, one after another. */
export const makeMorning = (crowd: readonly Person[], credentials: Credentials): (() => LoadRequest) => {
  let badged = 0;
  const mix = makeMix(crowd, credentials, () => crowd[(badged += 1) % crowd.length] as Person);
  return () => {
    let left = Math.random() * 100;
    for (const [percent, make] of mix) {
      left -= percent;
      if (left < 0) return make();
    }
    return mix[0][1]();
  };
};

const QUIETEST = 0.2;

/**
 * When the requests come: few at first, most in the middle, few in the end, and as little in step as people are (a Poisson
 * process). @returns seconds from the start. @param peak requests a second in the middle.
 */
export const planArrivals = (seconds: number, peak: number): number[] => {
  const arrivals: number[] = [];
  for (let at = 0; ;) {
    const rate = peak * (QUIETEST + (1 - QUIETEST) * Math.sin((Math.PI * at) / seconds) ** 2);
    at += -Math.log(1 - Math.random()) / rate;
    if (at >= seconds) return arrivals;
    arrivals.push(at);
  }
};
