import { addBookedUser, BOOKINGS_OF_A_DAY } from '../harness/book.ts';
import type { MeteredCall } from '../../../support/metered-database-proxy.ts';
import { judgeCount, type Measure, type Row } from '../harness/row.ts';
import { openServiceWorld, type ServiceWorld } from '../harness/service-world.ts';

const unitsOf = (calls: readonly MeteredCall[], pick: (call: MeteredCall) => number): number =>
  calls.map(pick).reduce((sum, units) => sum + units, 0);

const readWrites = async (world: ServiceWorld): Promise<readonly MeteredCall[]> => {
  const tokens = await world.logIn();
  const id = await addBookedUser(world, 1);
  world.wire.takeCalls();
  const count = await world.checkIn(tokens, { id });
  if (count !== BOOKINGS_OF_A_DAY) throw new Error(`${count} bookings were checked in`);
  return world.wire.takeCalls().filter(({ operation }) => operation === 'UpdateItem');
};

const toRow = (what: string, units: number, floor: number): Row =>
  judgeCount({ what, unit: 'WCU', ours: units, limit: { relation: '<=', value: floor } });

export const measure: Measure = {
  describes: 'write units that a booking checked in costs',
  seconds: 5,
  run: async () => {
    const world = await openServiceWorld();
    try {
      const writes = await readWrites(world);
      const aBooking = unitsOf(writes, ({ units, indexUnits }) => units - indexUnits) / BOOKINGS_OF_A_DAY;
      const onIndex = unitsOf(writes, ({ indexUnits }) => indexUnits) / BOOKINGS_OF_A_DAY;
      return [
        toRow('write units a booking checked in, table', aBooking, 1),
        toRow('write units a booking checked in, index', onIndex, 0),
      ];
    } finally {
      await world.stop();
    }
  },
};
