import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Person } from './create-people.ts';

/** One request of the mix. */
export interface LoadRequest {
  /** The name under which it is counted. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly bearer?: 'accessToken' | 'refreshToken';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The expected status. */
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

/** The share of each kind of request, in percent: most people badge once, some again; the rest are other requests of readers and clients. */
const makeMix = (people: readonly Person[], credentials: Credentials, nextPerson: () => Person) =>
  [
    [60, () => checkin('badge', { uid: nextPerson().uid })],
    [
      15,
      () => checkin('badge, keyed, with push', { ...identifier(pick(people)), notify: true }, 200, keyOf(pick(people))),
    ],
    [12, () => checkin('badge of an unknown person', { uid: 'NOBODY' }, 404)],
    [8, () => checkin('swipe of yesterday', { id: pick(people).id, date: formatDateTime(Date.now() - 24 * HOUR) })],
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

/** Random requests of a morning, one after the other. */
export const makeMorningRequests = (people: readonly Person[], credentials: Credentials): (() => LoadRequest) => {
  let badged = 0;
  const mix = makeMix(people, credentials, () => people[(badged += 1) % people.length] as Person);
  return () => {
    let left = Math.random() * 100;
    for (const [percent, make] of mix) {
      left -= percent;
      if (left < 0) return make();
    }
    return mix[0][1]();
  };
};

/** The rate at the start and at the end, as a share of the highest rate. */
const LOWEST_SHARE = 0.2;

/**
 * When the requests arrive: few at first, most in the middle, few at the end, independently of each other (a Poisson
 * process). @returns seconds from the start. @param peak requests per second in the middle.
 */
export const planArrivals = (seconds: number, peak: number): number[] => {
  const arrivals: number[] = [];
  for (let at = 0; ;) {
    const rate = peak * (LOWEST_SHARE + (1 - LOWEST_SHARE) * Math.sin((Math.PI * at) / seconds) ** 2);
    at += -Math.log(1 - Math.random()) / rate;
    if (at >= seconds) return arrivals;
    arrivals.push(at);
  }
};
