import { describe } from '@jest/globals';
import { makeInMemoryBookings } from '../support/fakes/in-memory-bookings.ts';
import { makeInMemoryUsers } from '../support/fakes/in-memory-users.ts';
import { describeBookingStore } from './booking-store-contract.ts';
import { describeDeviceStore } from './device-store-contract.ts';
import { describeUserStore } from './user-store-contract.ts';

describe('Bookings in memory', () => {
  describeBookingStore(() => makeInMemoryBookings());
});

describe('Users in memory', () => {
  describeUserStore(() => makeInMemoryUsers());
});

describe('Devices in memory', () => {
  describeDeviceStore(() => {
    const users = makeInMemoryUsers();
    return { users, devices: users };
  });
});
