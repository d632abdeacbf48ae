import type { SourceChange } from '../change-source.ts';

/** A protection of the service to remove, and the scenario in which the explorer must detect this. */
export interface Mutant extends SourceChange {
  readonly scenario: string;
  /** The invariant that must be reported as broken. */
  readonly breaks: string;
}

const bookingCheckins = 'shared/adapters/dynamodb/booking-checkins.ts';
const condition = '`attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`';
const tokenFamilyStore = 'shared/adapters/dynamodb/token-family-store.ts';
const unconditionalStart: SourceChange = {
  file: tokenFamilyStore,
  text: "const ConditionExpression = 'attribute_not_exists(clientId)';",
  instead: "const ConditionExpression = 'attribute_not_exists(clientId) OR attribute_exists(clientId)';",
};
const count = 'an acknowledged count is that of the bookings checked in';

/** Named after the resulting defect. The service once had some of these defects. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'livelock: a refresh of an ended family starts again forever': {
    file: 'shared/domain/token-family.ts',
    text: "if (family.expiresAt <= now) return { kind: 'expired' };",
    instead: '',
    scenario: 'refresh-expiry',
    breaks: 'every operation ends',
  },
  'uid race: a claim is taken from the user who has it': {
    file: 'shared/adapters/dynamodb/user-writes.ts',
    text: "ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self',",
    instead: "ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self OR NOT userId = :self',",
    scenario: 'one-uid-two-users',
    breaks: 'no uid or e-mail address has two owners',
  },
  'a save of a user does not know that another one came first': {
    file: 'shared/adapters/dynamodb/user-item.ts',
    text: "ConditionExpression: 'revision = :revision',",
    instead: "ConditionExpression: 'revision = :revision OR NOT revision = :revision',",
    scenario: 'uids-swapped',
    breaks: 'no uid or e-mail address has two owners',
  },
  'two rotations: each rotation of a key has a name of its own': {
    file: 'shared/adapters/secrets-manager/key-secrets.ts',
    text: '.update(`successor of ${current.keyId} ${previous?.keyId}`)',
    instead: '.update(`successor of ${current.keyId} ${previous?.keyId} ${process.hrtime.bigint()}`)',
    scenario: 'two-rotations',
    breaks: 'of two rotations at once one succeeds',
  },
  'two rotations: the second of two new secrets replaces the first': {
    file: 'shared/adapters/dynamodb/api-client-store.ts',
    text: 'put(toItem(client), isAsRead(before), entries)',
    instead: 'put(toItem(client), {}, entries)',
    scenario: 'two-secrets',
    breaks: 'a secret that was shown is live',
  },
  'straddled look-up: both keys are read side by side': {
    file: 'shared/adapters/secrets-manager/secret-versions.ts',
    text: `      const current = await read('AWSCURRENT');
      const previous = await readPrevious();`,
    instead: "      const [current, previous] = await Promise.all([read('AWSCURRENT'), readPrevious()]);",
    scenario: 'key-look-up',
    breaks: 'a look-up finds the key that signs',
  },
  'a verifier refuses a key that it has not read yet': {
    file: 'shared/adapters/keys/cached-keys.ts',
    text: 'return (await (newer?.keys ?? (waiting ??= readWhenPermitted()))).find(isWanted);',
    instead: 'return (await (newer?.keys ?? last?.keys))?.find(isWanted);',
    scenario: 'first-key',
    breaks: 'no live token is refused',
  },
  'a key signs that is not published': {
    file: 'shared/adapters/keys/access-keys.ts',
    text: 'if (added) await registry.publish(added);',
    instead: 'if (added && listed.length > 0) await registry.publish(added); else if (added) return [added];',
    scenario: 'first-key',
    breaks: 'no live token is refused',
  },
  'missing condition: a check-in writes over another': {
    file: bookingCheckins,
    text: condition,
    instead: '`${isOpen} AND ${isNotUndone}`',
    scenario: 'two-keys',
    breaks: 'no check-in writes over another',
  },
  'missing condition: a check-in believes the index': {
    file: bookingCheckins,
    text: condition,
    instead: '`attribute_not_exists(checkin) AND NOT :at = checkin AND ${isNotUndone}`',
    scenario: 'move',
    breaks: 'a booking is checked in inside its period',
  },
  'missing condition: a repeat checks in again what was undone': {
    file: bookingCheckins,
    text: condition,
    instead: '`attribute_not_exists(checkin) AND ${isOpen} AND NOT :checkinId = checkin`',
    scenario: 'undo-and-repeat',
    breaks: 'what was undone, cancelled or moved is not checked in by a repeat',
  },
  'missing condition: a move writes over a check-in': {
    file: 'shared/adapters/dynamodb/booking-changes.ts',
    text: "checkin ? '#checkin = :was_checkin' : 'attribute_not_exists(#checkin)'",
    instead: "checkin ? '#checkin = :was_checkin' : '(attribute_not_exists(#checkin) OR attribute_exists(#checkin))'",
    scenario: 'move',
    breaks: 'a booking is checked in inside its period',
  },
  'missing attempt id: a write that the SDK repeats takes its own work for another’s': {
    file: 'shared/domain/checkin.ts',
    text: 'found.checkinId === own.checkinId;',
    instead: 'found.checkinId === own.checkinId && own.idempotencyKey !== undefined;',
    scenario: 'keyless',
    breaks: count,
  },
  'a repeat does not know the first attempt': {
    file: 'shared/use-cases/checkin/perform-checkin.ts',
    text: 'if (idempotencyKey === undefined) return own;',
    instead: 'return own;',
    scenario: 'two-keys',
    breaks: count,
  },
  'the later of two first attempts is kept': {
    file: 'shared/adapters/dynamodb/checkin-attempt-store.ts',
    text: "'attribute_not_exists(attempt) OR expiresAtSeconds <= :now'",
    instead: "'NOT attempt = :now'",
    scenario: 'same-key',
    breaks: count,
  },
  'a refresh token has two successors': {
    file: tokenFamilyStore,
    text: "'liveNumber = :live AND revoked = :false AND expiresAt > :now'",
    instead: "'NOT liveNumber = :false AND revoked = :false AND expiresAt > :now AND NOT :live = revoked'",
    scenario: 'refresh-moving-clock',
    breaks: 'a refresh token has one successor',
  },
  'the late first write of a log-in sets back a refresh': {
    ...unconditionalStart,
    scenario: 'late-log-in',
    breaks: 'nothing acknowledged is lost',
  },
  'the late first write of a log-in ends a revocation': {
    ...unconditionalStart,
    scenario: 'late-log-in-and-reuse',
    breaks: 'a revoked token family stays revoked',
  },
  'a revoked client refreshes': {
    file: 'functions/refresh/refresh.ts',
    text: 'if (!isActiveClient(client, caller)) {',
    instead: 'if (!client) {',
    scenario: 'revoke',
    breaks: 'a revoked or disabled client does nothing after its next call begins',
  },
  'a push counts as sent before it is': {
    file: 'functions/push/send-once.ts',
    text: `    const delivery = await sender.toDevice(endpoint, push);
    if (delivery === 'sent') remember(memory, sent);`,
    instead: `    remember(memory, sent);
    const delivery = await sender.toDevice(endpoint, push);`,
    scenario: 'push',
    breaks: 'every check-in with notify has a push, and no other',
  },
  'an undo is written before its entry': {
    file: 'shared/adapters/dynamodb/booking-changes.ts',
    text: 'return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;',
    instead: `{
        const committed = await commit(database, [write]);
        if (committed.isCommitted && entries.length > 0) await commit(database, entries.flatMap(destination.toAuditWrites));
        return committed.isCommitted;
      }`,
    scenario: 'undo-and-repeat',
    breaks: 'the log records what happened',
  },
  'a repeat checks in what was undone while another had it': {
    file: 'shared/use-cases/checkin/attempt.ts',
    text: 'isRepeatOf(attempt, request) ? { firstReceivedAt: attempt.receivedAt } : {};',
    instead: 'attempt === undefined || request === undefined ? { firstReceivedAt: 0 } : {};',
    scenario: 'undo-of-another',
    breaks: count,
  },
  'a repeat checks in another booking with the id of a cancelled one': {
    file: bookingCheckins,
    text: 'firstReceivedAt === undefined ? isFree : isFree + isOpenSinceBefore',
    instead: 'isFree',
    scenario: 'replace',
    breaks: 'what was undone, cancelled or moved is not checked in by a repeat',
  },
  'a repeat checks in what was moved away and back': {
    file: 'shared/domain/booking.ts',
    text: '!before || !overlap(before, details)',
    instead: '!before',
    scenario: 'move-and-back',
    breaks: count,
  },
  'a change of a client is written before its entry': {
    file: 'shared/adapters/dynamodb/api-client-store.ts',
    text: 'return (await commit(database, [{ Put }, ...logged])).isCommitted;',
    instead:
      'return (await commit(database, [{ Put }])).isCommitted && (logged.length === 0 || (await commit(database, logged)).isCommitted);',
    scenario: 'end-secret',
    breaks: 'the log records what happened',
  },
  'an identity joins a second company': {
    file: 'shared/adapters/dynamodb/member-store.ts',
    text: "      Item: { ...identityKey(identity), companyId },\n      ConditionExpression: 'attribute_not_exists(#member)',",
    instead:
      "      Item: { ...identityKey(identity), companyId },\n      ConditionExpression: 'NOT #member = companyId',",
    scenario: 'two-invitations',
    breaks: 'an identity is a member of one company',
  },
  'an owner who was removed invites': {
    file: 'shared/use-cases/members/change-roster.ts',
    text: '    assertOwner(before, context);\n',
    instead: '',
    scenario: 'removed-owner-invites',
    breaks: 'a removed owner leaves no invitation',
  },
  'two owners remove each other': {
    file: 'shared/adapters/dynamodb/member-store.ts',
    text: "'revision = :revision',",
    instead: "'NOT revision = :revision OR revision = :revision',",
    scenario: 'last-owner',
    breaks: 'nothing acknowledged is lost',
  },
  'the log keeps what a check-in expected to come to': {
    file: 'shared/use-cases/checkin/log-writer.ts',
    text: 'if (!isSame(entry, expected)) return log.recordCheckins([entry], calls.signal);',
    instead: '',
    scenario: 'two-keys',
    breaks: 'the log records what happened',
  },
};
