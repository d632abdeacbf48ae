import { expect } from 'expect';

/** The calls that every driver makes, as the service must receive them, and what the driver must read from the responses. */

const date = '2020-03-02T08:30:00.000Z';
const common = { date, notify: true, reader: 'Main entrance', details: true };

/** The bodies for each route, in order. Dates are normalised to UTC with milliseconds. */
export const expectedBodies: Readonly<Record<string, readonly object[]>> = {
  'POST /scheduling/checkin': [
    { uid: 'BADGE-0001', ...common, dryRun: true },
    { id: 1, ...common },
  ],
  'POST /scheduling/checkin/batch': [
    {
      items: [
        { key: 'gate-7-000002', id: 1, date },
        { key: 'gate-7-000003', email: 'grace@demo.example', date, notify: false, reader: 'Side door' },
      ],
    },
  ],
  // The badge of user 1 is not mentioned, so it must stay.
  'POST /sync/users': [{ items: [{ id: 1, email: 'ada.king@demo.example' }] }],
  'POST /sync/bookings': [{ items: [{ bookingId: 'desk', userId: 2, name: 'Desk 4.12' }] }],
  // The client logs in with HTTP Basic, so its id and secret are not in the form.
  'POST /oauth2/token': [{ grant_type: 'client_credentials' }],
  'POST /sync/bookings/read': [{ items: [{ bookingId: 'desk', userId: 1 }] }],
};

/** The Idempotency-Key of each check-in. */
export const expectedKeys = [undefined, 'gate-7-000001'];

/** What the driver prints: the responses, as its client read them. They may have more members. */
export const expectedOutput = [
  { checkinCount: 1, code: 'checked_in', bookings: [{ result: 'open' }] },
  { checkinCount: 1, code: 'checked_in', bookings: [{ result: 'checked_in' }] },
  {
    items: [
      { key: 'gate-7-000002', statusCode: 200, checkinCount: 0 },
      { key: 'gate-7-000003', statusCode: 200, checkinCount: 1 },
    ],
  },
  { items: [{ outcome: 'written' }] },
  { items: [{ outcome: 'written' }] },
  { items: [{ result: 'checked_in' }] },
  { refreshTokenExpiration: expect.any(Number) as unknown },
];

/** The time at which each user has a booking. User 1 also has a booking at the current time, which must not be checked in. */
export const bookedAt = Date.parse(date);
