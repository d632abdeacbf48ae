import type { Scenario } from '../scenario.ts';
import { swipe, batch } from './gate-actors.ts';
import { judgeCheckins } from './judge-checkins.ts';
import { booking, prepareCompany } from './company.ts';

const two = prepareCompany(booking('desk'), booking('parking', { kind: 'parking' }));
const one = prepareCompany(booking('desk'));
const keyed = (name: string) => ({ name, hasKey: true, actors: [name] });
const keyless = (name: string) => ({ name, hasKey: false, actors: [name] });

/** Check-ins of one user at several gates at once. */
export const checkinScenarios: readonly Scenario[] = [
  {
    name: 'two-keys',
    prepare: two,
    actors: [swipe({ name: 'north' }), swipe({ name: 'south' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south')),
  },
  {
    name: 'same-key',
    prepare: two,
    actors: [swipe({ name: 'north', key: 'swipe' }), swipe({ name: 'retry', key: 'swipe' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins({ name: 'swipe', hasKey: true, actors: ['north', 'retry'] }),
  },
  {
    name: 'one-desk',
    prepare: one,
    actors: [swipe({ name: 'north' }), swipe({ name: 'south' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south')),
  },
  {
    name: 'one-desk-same-key',
    prepare: one,
    actors: [swipe({ name: 'north', key: 'swipe' }), swipe({ name: 'retry', key: 'swipe' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    maxCalls: 20,
    judge: judgeCheckins({ name: 'swipe', hasKey: true, actors: ['north', 'retry'] }),
  },
  {
    name: 'keyless',
    prepare: two,
    actors: [swipe({ name: 'north', isKeyless: true, byUid: true }), swipe({ name: 'south', isKeyless: true })],
    meetIn: ['bookings'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyless('north'), keyless('south')),
  },
  {
    name: 'details',
    prepare: one,
    actors: [swipe({ name: 'north', details: true }), swipe({ name: 'south', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyless('south')),
  },
  {
    name: 'batch',
    prepare: one,
    actors: [batch('reader', ['first', 'second']), swipe({ name: 'north' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeCheckins(
      { name: 'first', hasKey: true, actors: ['reader'], item: 0 },
      { name: 'second', hasKey: true, actors: ['reader'], item: 1 },
      keyed('north'),
    ),
  },
  {
    name: 'batch-and-single',
    prepare: one,
    actors: [batch('reader', ['first', 'second']), swipe({ name: 'retry', key: 'second' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeCheckins(
      { name: 'first', hasKey: true, actors: ['reader'], item: 0 },
      { name: 'second', hasKey: true, actors: ['reader', 'retry'], item: 1 },
    ),
  },
  {
    name: 'three-gates',
    prepare: one,
    actors: [swipe({ name: 'north' }), swipe({ name: 'south' }), swipe({ name: 'east', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south'), keyless('east')),
  },
];
