import { describe, expect, it } from '@jest/globals';
import { decideRefresh, liveGeneration, startFamily, type TokenFamily } from '../../../shared/domain/token-family.ts';

const now = Date.UTC(2026, 10, 21);
const rules = { refreshTokenSeconds: 3_600, refreshGraceSeconds: 60 };
const contents = {
  keyId: 'key-1',
  scopes: ['checkin'],
  revocationNumber: 0,
} as const;
const started = startFamily('gate', contents, rules, now);

const rotated = (family: TokenFamily, at: number): TokenFamily => {
  const decision = decideRefresh(family, liveGeneration(family).number, contents, rules, at);
  if (decision.kind !== 'rotate') throw new Error(`expected a rotation, got ${decision.kind}`);
  return decision.after;
};

const kindOf = (family: TokenFamily | undefined, presented: number, at: number): string =>
  decideRefresh(family, presented, contents, rules, at).kind;

describe('A refresh token', () => {
  it('gets a successor, and its family stores what is needed to mint the successor again', () => {
    const newContents = {
      keyId: 'key-2',
      scopes: ['checkin', 'sync'],
      revocationNumber: 3,
    } as const;
    const decision = decideRefresh(started, 0, newContents, rules, now + 5);
    expect(decision).toMatchObject({ kind: 'rotate', before: started });
    expect(decision.kind === 'rotate' && liveGeneration(decision.after)).toEqual({
      number: 1,
      issuedAt: now + 5,
      ...newContents,
    });
  });

  it('extends the lifetime of its family when it is used', () => {
    expect(rotated(started, now + 5).expiresAt).toBe(now + 5 + 3_605_000);
  });

  it('that is used again within the grace period gets the same successor even if that successor has already been used', () => {
    const once = rotated(started, now);
    const twice = rotated(once, now + 1_000);
    expect(decideRefresh(twice, 0, contents, rules, now + 2_000)).toEqual({
      kind: 'replay',
      generation: liveGeneration(once),
    });
    expect(kindOf(twice, 0, now + 60_001)).toBe('reuse');
    expect(kindOf(twice, 1, now + 60_001)).toBe('replay');
  });

  it.each([
    ['whose family does not exist', undefined, 0, now],
    ['whose family is revoked', { ...started, revoked: true }, 0, now],
    ['whose family is revoked and expired', { ...started, revoked: true }, 0, now + 3_600_000],
    ['of a generation that does not exist yet', started, 1, now],
  ])('%s is rejected', (_, family, presented, at) => {
    expect(kindOf(family, presented, at)).toBe('dead');
  });
});

describe('A family', () => {
  it('expires when its live token is no longer accepted', () => {
    expect([kindOf(started, 0, now + 3_604_999), kindOf(started, 0, now + 3_605_000)]).toEqual(['rotate', 'expired']);
  });

  it('stays small after many refreshes, and keeps each generation whose predecessor is in its grace period', () => {
    let family = started;
    const issuedAt = new Map<number, number>();
    const replays: { decision: object; live: object }[] = [];
    for (let at = now; at < now + 180_000; at += 50) {
      const live = liveGeneration(family);
      const decision = decideRefresh(family, live.number, contents, rules, at);
      if (decision.kind === 'rotate') {
        family = decision.after;
        issuedAt.set(live.number + 1, at);
      } else replays.push({ decision, live });
      expect(family.generations.length).toBeLessThanOrEqual(201);
      if (at % 1_000 > 0) continue;
      const kinds = [...issuedAt].map(([number, since]) => ({ since, kind: kindOf(family, number - 1, at) }));
      expect(kinds).toEqual(kinds.map(({ since }) => ({ since, kind: at - since <= 60_000 ? 'replay' : 'reuse' })));
    }
    expect(replays).toEqual(replays.map(({ live }) => ({ decision: { kind: 'replay', generation: live }, live })));
    expect(replays.length).toBeGreaterThan(300);
    expect(liveGeneration(family).number).toBeGreaterThan(300);
  });

  it('with a hundred generations in one grace period adds another only after a hundredth of that period', () => {
    let family = started;
    for (let count = 1; count < 100; count += 1) family = rotated(family, now);
    const kindAt = (at: number): string => kindOf(family, liveGeneration(family).number, at);
    expect(family.generations).toHaveLength(100);
    expect([kindAt(now), kindAt(now + 599), kindAt(now + 600)]).toEqual(['replay', 'replay', 'rotate']);
  });

  it('forgets the generations whose predecessors are past their grace period', () => {
    const family = rotated(rotated(rotated(started, now + 1), now + 2), now + 120_000);
    expect(family.generations.map(({ number }) => number)).toEqual([3]);
  });
});
