import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { languageTags, type LanguageTag } from '../../../shared/rules/languages.ts';
import { composePush, MAX_LISTED_BOOKINGS, type PushedBooking } from '../../../shared/domain/push.ts';
import { messagesByTag } from '../../../shared/messages/messages.ts';

const user = { companyId: 'acme', userId: 42 };
const checkin = { checkinId: 'request-1', at: Date.UTC(2026, 10, 21, 8) };
const desk = (name: string): PushedBooking => ({ bookingId: name, kind: 'position', name });
const bodyOf = (...bookings: PushedBooking[]): string =>
  composePush(user, checkin, bookings, messagesByTag.en.push).body;

const anyBooking = fc.record({
  bookingId: fc.string({ minLength: 1, maxLength: 20 }),
  kind: fc.constantFrom('position' as const, 'parking' as const),
  // Some names are equal or have the same first sixty characters, because names are not unique.
  name: fc.oneof(fc.constantFrom('A', 'B', 'x'.repeat(61), 'x'.repeat(62)), fc.string({ minLength: 1, maxLength: 80 })),
});

describe('A push', () => {
  it('names positions before parking places, both sorted by name', () => {
    const parking: PushedBooking = { bookingId: '1', kind: 'parking', name: 'A' };
    const desks = [desk('B'), { ...desk('C'), bookingId: '2' }];
    expect(bodyOf(parking, ...desks)).toBe('B, C and A');
  });

  it('cuts a long name without splitting a character', () => {
    expect(bodyOf(desk('🪑'.repeat(61)))).toBe(`${'🪑'.repeat(59)}…`);
    expect(bodyOf(desk('🪑'.repeat(60)))).toBe('🪑'.repeat(60));
  });

  it('lists a limited number of bookings, and counts all of them', () => {
    const { bookings, bookingCount } = composePush(
      user,
      checkin,
      Array.from({ length: 1_000 }, (_, at) => desk(`Desk ${at}`)),
      messagesByTag.en.push,
    );
    expect([bookings.length, bookingCount]).toEqual([MAX_LISTED_BOOKINGS, 1_000]);
  });

  it('is the same for any order of the bookings', () => {
    const distinct = fc.uniqueArray(anyBooking, { minLength: 1, maxLength: 8, selector: ({ bookingId }) => bookingId });
    const shuffled = distinct.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...languageTags), ([one, other], tag) => {
        const words = messagesByTag[tag].push;
        expect(composePush(user, checkin, one, words)).toEqual(composePush(user, checkin, other, words));
      }),
    );
  });

  it('contains only the id, kind and name of a booking', () => {
    const booking = { ...desk('Desk 4.12'), user, checkinOpensAt: 0, noShowAt: 1 };
    const nameless = { bookingId: 'P7', kind: 'parking' as const };
    expect(composePush(user, checkin, [booking, nameless], messagesByTag.en.push)).toStrictEqual({
      user,
      ...checkin,
      title: 'Checked in',
      body: 'Desk 4.12 and Parking P7',
      bookings: [desk('Desk 4.12'), nameless],
      bookingCount: 2,
    });
  });
});

describe('The text of a push', () => {
  const nameless: PushedBooking[] = [
    { bookingId: '17', kind: 'position' },
    { bookingId: 'P7', kind: 'parking' },
  ];

  it.each<[tag: LanguageTag, title: string, one: string, two: string, three: string, five: string, nameless: string]>([
    ['en', 'Checked in', 'A', 'A and B', 'A, B and C', 'A, B, C and 2 more', 'Position 17 and Parking P7'],
    ['pt-BR', 'Check-in realizado', 'A', 'A e B', 'A, B e C', 'A, B, C e mais 2', 'Mesa 17 e Vaga P7'],
    ['es', 'Check-in realizado', 'A', 'A y B', 'A, B y C', 'A, B, C y 2 más', 'Puesto 17 y Estacionamiento P7'],
    ['de', 'Eingecheckt', 'A', 'A und B', 'A, B und C', 'A, B, C und 2 weitere', 'Arbeitsplatz 17 und Parkplatz P7'],
  ])('is in the language %s', (tag, title, ...bodies) => {
    const desks = ['A', 'B', 'C', 'D', 'E'].map(desk);
    const compose = (bookings: readonly PushedBooking[]) =>
      composePush(user, checkin, bookings, messagesByTag[tag].push);
    expect(compose(desks).title).toBe(title);
    expect([...[1, 2, 3, 5].map((count) => desks.slice(0, count)), nameless].map((all) => compose(all).body)).toEqual(
      bodies,
    );
  });

  it('in Spanish has "e" instead of "y" before a name that begins with the sound of i', () => {
    expect(composePush(user, checkin, [desk('A'), desk('Isla 3')], messagesByTag.es.push).body).toBe('A e Isla 3');
  });
});
