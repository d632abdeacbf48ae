import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { startAttackedService, writeFaults, type AttackedService } from '../../support/attacked-service.ts';
import { createTestClient, logIn, post } from '../../support/running-service.ts';
import { aCompany } from '../console-api/route-requests.ts';

const HOUR = 3_600_000;

let service: AttackedService;

beforeAll(async () => {
  service = await startAttackedService();
});
afterAll(() => service.stop());

const aTarget = async () => {
  const company = await aCompany(service);
  const client = await createTestClient(service.stores, company.companyId, ['checkin', 'sync']);
  const { accessToken } = await logIn(service.gateUrl, client);
  const headers = { Authorization: `Bearer ${accessToken}` };
  return { ...company, send: (path: string, body: object) => post(service.gateUrl + path, body, headers) };
};

type Target = Awaited<ReturnType<typeof aTarget>>;

const checkIn = ({ send, userId }: Target) => send('/scheduling/checkin', { id: userId, details: true });

const sync = ({ send, userId, bookingId }: Target, opensIn: number) => {
  const [checkinOpensAt, noShowAt] = [Date.now() + opensIn, Date.now() + opensIn + HOUR].map(formatDateTime);
  return send('/sync/bookings', { items: [{ userId, bookingId, kind: 'position', checkinOpensAt, noShowAt }] });
};

const cancel = ({ owner, userId, bookingId }: Target) => owner.call('cancelBooking', { body: { userId, bookingId } });

describe.each(writeFaults)('With one write under the fault "%s"', (fault) => {
  it('the details of a check-in agree with its count, though the booking is moved meanwhile', async () => {
    const usual = await aTarget();
    const writes = await service.countWrites(() => checkIn(usual));
    expect(writes).toBeGreaterThan(0);
    for (let index = 0; index < writes; index += 1) {
      const target = await aTarget();
      const { body } = await service.attack(
        fault,
        index,
        () => checkIn(target),
        () => sync(target, 2 * HOUR),
      );
      const { checkinCount, code, bookings } = body as {
        checkinCount: number;
        code: string;
        bookings: { result: string }[];
      };
      expect(bookings.filter(({ result }) => result === 'checked_in')).toHaveLength(checkinCount);
      expect(code).toBe(checkinCount === 1 ? 'checked_in' : 'nothing_open');
    }
  });

  it('sync says that it wrote what it wrote', async () => {
    const usual = await aTarget();
    const writes = await service.countWrites(() => sync(usual, -HOUR / 2));
    for (let index = 0; index < writes; index += 1) {
      const target = await aTarget();
      const { body } = await service.attack(fault, index, () => sync(target, -HOUR / 2));
      expect(body).toMatchObject({ items: [{ outcome: 'written' }] });
    }
  });

  it('of two cancellations one is done and logged, and the other finds nothing', async () => {
    const usual = await aTarget();
    const writes = await service.countWrites(() => cancel(usual));
    for (let index = 0; index < writes; index += 1) {
      const target = await aTarget();
      const statuses: number[] = [];
      const { status } = await service.attack(
        fault,
        index,
        () => cancel(target),
        async () => statuses.push((await cancel(target)).status),
      );
      expect([status, ...statuses]).toEqual(fault === 'hold' ? [404, 200] : [200, 404]);
      const { body } = await target.owner.call('listLog', {
        query: { user: target.userId, result: 'bookings.cancel' },
      });
      expect(body.items).toHaveLength(1);
    }
  });
});
