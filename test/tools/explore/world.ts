import type { Push } from '../../../shared/domain/push.ts';
import { localKeySecrets } from '../../../shared/local-service.ts';
import { makeMemoryDatabase, type MemoryDatabase, type Write } from '../../support/memory-database/memory-database.ts';
import { makeMemorySecrets, type MemorySecrets } from '../../support/memory-secrets.ts';

/** 21 November 2026, noon in UTC: when every scenario begins. */
export const NOON = Date.UTC(2026, 10, 21, 12);
export const HOUR = 60 * 60_000;

/** A push that SNS accepted. `device`: its recipient; absent if it was sent to the topic. */
export interface Sent {
  readonly endpoint?: string;
  readonly push: Push;
}

/** Everything outside the code that is explored. */
export interface World {
  readonly database: MemoryDatabase;
  readonly secrets: MemorySecrets;
  readonly sent: Sent[];
  /** Writes of bookings in order, as in the stream of the table. */
  readonly journal: Write[];
  /** How many writes of the journal the push function has received. */
  told: number;
  now: number;
  /**
   * A text that is equal for states with the same future.
   * @param isStaleReadPossible of the bookings' indexes
   */
  fingerprint(isStaleReadPossible: boolean): string;
  copy(): World;
}

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

const firstKey = (kind: string) => [
  { VersionId: `${kind}-1`, SecretString: `the first ${kind} key`, CreatedDate: NOON - 24 * HOUR },
];

const assemble = (database: MemoryDatabase, openSecrets: (now: () => number) => MemorySecrets, at: number): World => {
  const journal: Write[] = [];
  const sent: Sent[] = [];
  database.onWrite = (write) => {
    if (write.table === 'bookings') journal.push(write);
  };
  const world: World = {
    database,
    secrets: openSecrets(() => world.now),
    sent,
    journal,
    told: 0,
    now: at,
    fingerprint: (isStaleReadPossible) =>
      [
        database.fingerprint(isStaleReadPossible ? 'bookings' : undefined),
        world.secrets.fingerprint(),
        JSON.stringify(sent),
        // The order in which two bookings were written has no effect.
        JSON.stringify(
          journal
            .map(({ key, before, after }) => JSON.stringify([key, before?.['checkin'], after?.['checkin']]))
            .toSorted(compareTexts),
        ),
        world.told,
        world.now,
      ].join('\n'),
    copy: () => assemble(database.copy(), (now) => world.secrets.copy(now), world.now),
  };
  return world;
};

export const makeWorld = (): World =>
  assemble(
    makeMemoryDatabase(),
    (now) =>
      makeMemorySecrets(
        { [localKeySecrets.access]: firstKey('access'), [localKeySecrets.refresh]: firstKey('refresh') },
        now,
      ),
    NOON,
  );
