import type { DrillContext } from '../drill-context.ts';
import { openEventConsumer } from '../event-consumer.ts';
import { openDelivery } from '../stream-reader.ts';

/** Tests the path of events: streams, filters, the function, the bus, a queue behind the bus, and the queue for failures. */
export const publishEvents = async ({
  service,
  moto,
  admin,
  gate,
  checks: { check, equal },
}: DrillContext): Promise<void> => {
  const consumer = await openEventConsumer(moto, 'desk-board');
  const takeRecords = await openDelivery(service, 'events', moto);
  const deliver = async () => (await service.invoke('events', { Records: await takeRecords() })).result;
  const DONE = { batchItemFailures: [] };

  await service.send('POST /scheduling/checkin', { body: { id: 62 }, token: gate.token });
  await admin('bookings', 'cancel', '--company', 'acme', '--user', '63', '--booking', 'desk-63');
  equal('events: no record failed', await deliver(), DONE);
  const types = (await consumer.take()).map(({ type }) => type).toSorted();
  // The cancellation causes two events: one for the deleted booking, and one for the entry in the audit log.
  const expected = ['audit.recorded', 'booking.cancelled', 'checkin.performed'];
  equal('… and another system gets the events of both streams', types, expected);

  // EventBridge rejects the event permanently, so the operator replays the queue.
  service.proxyOf('events').forbid('events:PutEvents');
  await service.send('POST /scheduling/checkin', { body: { id: 64 }, token: gate.token });
  equal('events rejected by EventBridge: kept in the queue, and not tried again by Lambda', await deliver(), DONE);
  service.proxyOf('events').forbid(undefined);
  equal('… the replay sends the event', await admin('events', 'replay'), { replayed: 1, failed: 0, lost: 0 });
  const late = await consumer.take();
  const hasArrived = late.some(({ data }) => JSON.stringify(data).includes('64'));
  check('… and the replayed event arrives through Lambda', hasArrived, late);
  consumer.close();
};
