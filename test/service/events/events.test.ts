import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventProblems } from '../../support/events-schema.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { bearer, post, runService } from '../../support/running-service.ts';
import { startStubEventBridge, type PutEntry, type StubEventBridge } from '../../support/start-stub-eventbridge.ts';
import { useForFile } from '../../support/use-service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const HOUR = 60 * 60_000;

let bus: StubEventBridge;
let companyId: string;
let headers: Record<string, string>;
let lastUserId = 0;

beforeAll(async () => {
  bus = await startStubEventBridge();
});
const service = useForFile(() => runService({ AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url }));
beforeAll(async () => {
  const client = await service.aClient(undefined, ['checkin', 'sync']);
  ({ companyId } = client);
  headers = bearer((await service.logIn(client)).accessToken);
});
afterAll(() => bus.stop());
beforeEach(() => {
  bus.respond = () => 'accepted';
});

const isoTime = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** Sends sync requests that create a person and an open booking. */
const aPerson = async () => {
  lastUserId += 1;
  const id = lastUserId;
  const send = async (path: string, ...items: object[]): Promise<void> => {
    const response = await post(`${service.url}${path}`, { items }, headers);
    expect(response).toMatchObject({ status: 200 });
    const refused = (response.body.items as { outcome: string }[]).filter(({ outcome }) => outcome === 'refused');
    expect(refused).toEqual([]);
  };
  const booking = { bookingId: 'desk', userId: id, kind: 'position', name: 'Desk of Jo' };
  const book = (from: number, until: number) =>
    send('/sync/bookings', { ...booking, checkinOpensAt: isoTime(from), noShowAt: isoTime(until) });
  await send('/sync/users', { id, uid: `badge-${id}`, email: `jo-${id}@example.com` });
  await book(-1, 1);
  return {
    checkIn: async (): Promise<void> => {
      const body = { email: `jo-${id}@example.com`, reader: 'Door of Jo' };
      expect((await post(`${service.url}/scheduling/checkin`, body, headers)).body.checkinCount).toBe(1);
    },
    move: () => book(2, 3),
    moveBack: () => book(-1, 1),
    cancel: () => send('/sync/bookings', { bookingId: 'desk', userId: id, deleted: true }),
    remove: () => send('/sync/users', { id, deleted: true }),
    /** The accepted entries about the booking, each event once, in the order of their sequence. */
    events(): PutEntry[] {
      const subject = `${companyId}/users/${id}/bookings/desk`;
      const bookingEntries = bus.accepted.filter(({ detail }) => detail.subject === subject);
      const distinct = [...new Map(bookingEntries.map((entry) => [entry.detail.id, entry])).values()];
      return distinct.toSorted((one, other) => (one.detail.sequence < other.detail.sequence ? -1 : 1));
    },
    audit: () =>
      bus.accepted.filter(
        ({ DetailType, detail }) => DetailType === 'audit.recorded' && detail.data.target.userId === id,
      ),
  };
};
type Person = Awaited<ReturnType<typeof aPerson>>;

const typesOf = (person: Person): string[] => person.events().map(({ DetailType }) => DetailType);
const waitForEvents = (person: Person, count: number) => waitUntil(() => person.events().length >= count);

describe('A change of a booking', () => {
  it('causes an event, and the sequences of the events show their order', async () => {
    const jo = await aPerson();
    await jo.checkIn();
    await jo.move();
    await jo.moveBack();
    await jo.checkIn();
    await jo.cancel();
    await waitForEvents(jo, 4);
    expect(typesOf(jo)).toEqual(['checkin.performed', 'checkin.undone', 'checkin.performed', 'booking.cancelled']);
    const [first, undone, second] = jo.events().map(({ detail }) => detail.data.checkinId as string);
    expect(undone).toBe(first);
    expect(second).not.toBe(first);
  });

  it('causes an event that matches the schema and has no personal data', async () => {
    const jo = await aPerson();
    await jo.checkIn();
    await jo.remove();
    await waitForEvents(jo, 2);
    await waitUntil(() => jo.audit().length > 0);
    expect(typesOf(jo)).toEqual(['checkin.performed', 'booking.cancelled']);
    for (const { Source, DetailType, detail } of bus.accepted) {
      expect([Source, eventProblems(detail)]).toEqual(['checkin-service', []]);
      expect(DetailType).toBe(detail.type);
      expect(JSON.stringify(detail)).not.toMatch(/@example|\bJo\b|badge-/);
    }
    expect(jo.audit().map(({ detail }) => detail.data.action)).toContain('users.remove');
  });
});

describe('If EventBridge fails', () => {
  it.each(['ThrottlingException', 'InternalFailure'])(
    'with %s, no check-in is delayed, and no event is lost',
    async (code) => {
      bus.respond = () => ({ code });
      const [jo, ada] = [await aPerson(), await aPerson()];
      const calls = bus.calls.length;
      await Promise.all([jo.checkIn(), ada.checkIn()]);
      await waitUntil(() => bus.calls.length > calls + 1);
      bus.respond = () => 'accepted';
      await Promise.all([waitForEvents(jo, 1), waitForEvents(ada, 1)]);
      expect([typesOf(jo), typesOf(ada)]).toEqual([['checkin.performed'], ['checkin.performed']]);
      // Usually, a retry of the SDK succeeds first.
      for (const error of takeErrors()) expect(error).toBe('event failed');
    },
  );

  it('an event whose response was lost is sent again with the same id', async () => {
    const jo = await aPerson();
    let attempts = 0;
    // The sync requests that created the person also cause events.
    bus.respond = ({ DetailType }) => {
      if (DetailType !== 'checkin.performed') return 'accepted';
      attempts += 1;
      return attempts <= 2 ? 'lost' : 'accepted';
    };
    await jo.checkIn();
    await waitUntil(() => attempts > 2);
    const copies = bus.accepted.filter(({ detail }) => detail.id === jo.events()[0]?.detail.id);
    expect(copies.length).toBeGreaterThan(1);
    expect(typesOf(jo)).toEqual(['checkin.performed']);
  });
});
