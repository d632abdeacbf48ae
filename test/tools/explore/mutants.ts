import type { SourceChange } from '../change-source.ts';

/** Removes one of the service's protections. Names the scenario in which the explorer must detect the removal. */
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
const COUNT = 'an acknowledged count is the number of bookings checked in';
const LOG = 'the log records what happened';
const UNLOGGED = 'no change without its entry';
const NO_ACCESS = 'a request sent after the loss of access is not served';
const REFUSED = 'no request is refused without a reason';
const TRUE_RESPONSE = 'a response says what was changed';
const NOTHING_LEFT = 'nothing is left of a removed user';
const performCheckin = 'shared/use-cases/checkin/perform-checkin.ts';

/** The mutants. The key of each is the defect that it causes. The service once had some of these defects. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'livelock: a refresh of an ended family starts again forever': {
    file: 'shared/domain/token-family.ts',
    text: "if (family.expiresAt <= now) return { kind: 'expired' };",
    instead: '',
    scenario: 'tokens/one+other+lifetime',
    breaks: 'every operation ends',
  },
  'uid race: a claim is taken from the user who has it': {
    file: 'shared/adapters/dynamodb/user-store.ts',
    text: "ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self',",
    instead: "ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self OR NOT userId = :self',",
    scenario: 'users/take+take-too',
    breaks: 'no uid or e-mail address has two owners',
  },
  'a save of a user ignores that another save came first': {
    file: 'shared/adapters/dynamodb/user-reader.ts',
    text: '{ revision: item.revision }',
    instead: '{ neverWritten: undefined }',
    scenario: 'users/one+edit+take',
    breaks: UNLOGGED,
  },
  'two rotations: simultaneous rotations of a key make different version ids, so both succeed': {
    file: 'shared/adapters/secrets-manager/key-secrets.ts',
    text: '`successor of ${current.keyId} ${previous?.keyId}`',
    instead: '`successor of ${current.keyId} ${previous?.keyId} ${process.hrtime.bigint()}`',
    scenario: 'keys/operator+another',
    breaks: 'only one of two simultaneous rotations succeeds',
  },
  'two rotations: the second of two new secrets replaces the first': {
    file: 'shared/adapters/dynamodb/api-client-store.ts',
    text: 'putClient(client, unchangedSinceRead(before), entries)',
    instead: 'putClient(client, {}, entries)',
    scenario: 'clients/rotate+rotate-too',
    breaks: 'nothing acknowledged is lost',
  },
  'straddled look-up: both keys are read in parallel': {
    file: 'shared/adapters/secrets-manager/secret-versions.ts',
    text: `    const current = await read('AWSCURRENT');
    const previous = await readPrevious();`,
    instead: "    const [current, previous] = await Promise.all([read('AWSCURRENT'), readPrevious()]);",
    scenario: 'keys/function+refresh-rotation',
    breaks: 'a look-up finds the key that signs',
  },
  'a verifier refuses a key that it has not read yet': {
    file: 'shared/adapters/keys/cached-keys.ts',
    text: 'return (await (newer?.keys ?? (waiting ??= readWhenPermitted()))).find(isWanted);',
    instead: 'return (await (newer?.keys ?? last?.keys))?.find(isWanted);',
    scenario: 'first-key/gate+other',
    breaks: 'no live token is refused',
  },
  'an unpublished key signs tokens': {
    file: 'shared/adapters/keys/access-keys.ts',
    text: 'if (added) await registry.publish(added);',
    instead: 'if (added && listed.length > 0) await registry.publish(added); else if (added) return [added];',
    scenario: 'first-key/gate+other',
    breaks: 'no live token is refused',
  },
  'missing condition: a check-in overwrites another': {
    file: bookingCheckins,
    text: condition,
    instead: '`${isOpen} AND ${isNotUndone}`',
    scenario: 'gates/north+details',
    breaks: 'no check-in overwrites another',
  },
  'missing condition: a check-in trusts the index': {
    file: bookingCheckins,
    text: condition,
    instead: '`attribute_not_exists(checkin) AND NOT checkin = :at AND ${isNotUndone}`',
    scenario: 'changes/north+move',
    breaks: 'a booking is checked in inside its period',
  },
  'missing condition: a retry repeats a check-in that was undone': {
    file: bookingCheckins,
    text: condition,
    instead: '`attribute_not_exists(checkin) AND ${isOpen} AND NOT checkin = :checkinId`',
    scenario: 'changes/north+undo',
    breaks: 'a retry does not check in what was undone, cancelled or moved',
  },
  'missing condition: a move writes over a check-in': {
    file: 'shared/adapters/dynamodb/booking-store.ts',
    text: 'stillHas({ kind, name, checkinOpensAt, noShowAt, checkin })',
    instead: 'stillHas({ kind, name, checkinOpensAt, noShowAt, ...(checkin && { checkin }) })',
    scenario: 'changes/north+move',
    breaks: 'a booking is checked in inside its period',
  },
  'missing attempt id: a write that the SDK retries takes its own work for another’s': {
    file: 'shared/domain/checkin.ts',
    text: 'found.checkinId === own.checkinId;',
    instead: 'found.checkinId === own.checkinId && own.idempotencyKey !== undefined;',
    scenario: 'gates/north+keyless',
    breaks: LOG,
  },
  'a retry ignores the first attempt': {
    file: performCheckin,
    text: 'if (idempotencyKey === undefined) return own;',
    instead: 'return own;',
    scenario: 'gates/north+details',
    breaks: COUNT,
  },
  'the later of two first attempts is kept': {
    file: 'shared/adapters/dynamodb/checkin-attempt-store.ts',
    text: "'attribute_not_exists(attempt) OR expiresAtSeconds <= :now'",
    instead: "'NOT attempt = :now'",
    scenario: 'two-bookings/north+retry',
    breaks: COUNT,
  },
  'a refresh token has two successors': {
    file: tokenFamilyStore,
    text: "'liveNumber = :live AND revoked = :false AND expiresAt > :now'",
    instead: "'NOT liveNumber = :false AND revoked = :false AND expiresAt > :now AND NOT revoked = :live'",
    scenario: 'tokens/one+other+second',
    breaks: 'a refresh token has one successor',
  },
  'the first write of a log-in arrives late and undoes a refresh': {
    ...unconditionalStart,
    scenario: 'late-log-in/log-in-and-refresh+revoke',
    breaks: 'nothing acknowledged is lost',
  },
  'the first write of a log-in arrives late and undoes a revocation': {
    ...unconditionalStart,
    scenario: 'late-log-in/thief',
    breaks: 'a revoked token family stays revoked',
  },
  'a revoked client refreshes': {
    file: 'functions/refresh/refresh.ts',
    text: 'assertActive(client, caller);',
    instead: 'assertActive(client, { ...caller, ...client });',
    scenario: 'clients/one+revoke',
    breaks: NO_ACCESS,
  },
  'a push counts as sent before it is sent': {
    file: 'functions/push/send-once.ts',
    text: `    const delivery = await sender.toDevice(endpoint, push);
    if (delivery === 'sent') remember(memory, pushDigest);`,
    instead: `    remember(memory, pushDigest);
    const delivery = await sender.toDevice(endpoint, push);`,
    scenario: 'push/north+stream',
    breaks: 'every check-in with notify has a push, and no other push is sent',
  },
  'an undo is written before its log entry': {
    file: 'shared/adapters/dynamodb/booking-store.ts',
    text: 'return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;',
    instead: `{
        const committed = await commit(database, [write]);
        if (committed.isCommitted && entries.length > 0) await commit(database, entries.flatMap(destination.toAuditWrites));
        return committed.isCommitted;
      }`,
    scenario: 'changes/north+undo',
    breaks: UNLOGGED,
  },
  'a retry checks in a booking whose check-in by another request was undone': {
    file: 'shared/use-cases/checkin/perform-checkin.ts',
    text: 'isRetry(request, attempt) ? { firstReceivedAt: attempt.receivedAt } : {};',
    instead: 'attempt === undefined || request === undefined ? { firstReceivedAt: 0 } : {};',
    scenario: 'changes/north+undo+south',
    breaks: COUNT,
  },
  'a retry checks in a new booking that has the id of a cancelled one': {
    file: bookingCheckins,
    text: 'firstReceivedAt === undefined ? isFree : isFree + isOpenSinceFirstRequest',
    instead: "isFree + (firstReceivedAt === undefined ? '' : ' AND NOT companyUser = :first')",
    scenario: 'changes/north+replace',
    breaks: 'a retry does not check in what was undone, cancelled or moved',
  },
  'a retry checks in a booking that was moved away and back': {
    file: 'shared/domain/booking.ts',
    text: 'before && overlap(before, details) ?',
    instead: 'before ?',
    scenario: 'changes/north+move-and-back+keyless',
    breaks: COUNT,
  },
  'a change of a client is written before its log entry': {
    file: 'shared/adapters/dynamodb/api-client-store.ts',
    text: 'return (await commit(database, [{ Put }, ...access, ...logged])).isCommitted;',
    instead:
      'return (await commit(database, [{ Put }, ...access])).isCommitted && (logged.length === 0 || (await commit(database, logged)).isCommitted);',
    scenario: 'clients/end-first+rename+log-in',
    breaks: UNLOGGED,
  },
  'an identity joins a second company': {
    file: 'shared/adapters/dynamodb/member-store.ts',
    text: "      Item: { ...identityKey(identity), companyId },\n      ...ifAbsent('member'),",
    instead: '      Item: { ...identityKey(identity), companyId },\n      ...stillHas({ neverWritten: undefined }),',
    scenario: 'members/join-acme+join-globex',
    breaks: 'an identity is a member of one company',
  },
  'an owner who was removed invites': {
    file: 'shared/use-cases/members/change-members.ts',
    text: '    assertOwner(before, context);\n',
    instead: '',
    scenario: 'members/remove-ben+ben-invites',
    breaks: 'a removed owner leaves no invitation',
  },
  'two owners remove each other': {
    file: 'shared/adapters/dynamodb/member-store.ts',
    text: 'stillHas({ revision })',
    instead: "ifAbsent('neverWritten')",
    scenario: 'members/remove-ben+demote-ana',
    breaks: 'nothing acknowledged is lost',
  },
  'the log keeps the expected result of a check-in that ended differently': {
    file: 'shared/use-cases/checkin/log-writer.ts',
    text: 'if (!isSame(entry, expected)) return log.recordCheckins([entry], calls.signal);',
    instead: '',
    scenario: 'gates/north+details',
    breaks: LOG,
  },
  'the expected log entry of a check-in overtakes its final one': {
    file: 'shared/use-cases/checkin/log-writer.ts',
    text: 'await writing?.catch(() => undefined);',
    instead: '',
    scenario: 'gates/north+details',
    breaks: LOG,
  },
  'a check-in that fails leaves no entry': {
    file: performCheckin,
    text: 'if (entry) await dependencies.logWriter.finish(entry);',
    instead: '',
    scenario: 'gates/north+details',
    breaks: LOG,
  },
  'a retry of a lost request is refused': {
    file: 'shared/use-cases/checkin/perform-checkin.ts',
    text: 'if (isRetry(request, first) && isOtherSwipe(first, request.at))',
    instead: 'if (isRetry(request, first))',
    scenario: 'gates/north+details',
    breaks: REFUSED,
  },
  'an undo that succeeded is refused': {
    file: 'shared/adapters/dynamodb/booking-store.ts',
    text: 'return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;',
    instead: 'return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])) === undefined;',
    scenario: 'changes/north+undo',
    breaks: 'a refused request has changed nothing',
  },
  'a stale read finds a user who was removed': {
    file: 'shared/adapters/dynamodb/user-reader.ts',
    text: 'return toUser(await getItem(database, table, userKey(ref)));',
    instead: 'return toUser(await getItem(database, table, userKey(ref), false));',
    scenario: 'removal/north+remove+last-sweep',
    breaks: NO_ACCESS,
  },
  'a stale read finds a disabled client still enabled': {
    file: 'shared/adapters/dynamodb/api-client-store.ts',
    text: 'accessKey(clientId, randomInt(ACCESS_COPIES)));',
    instead: 'accessKey(clientId, randomInt(ACCESS_COPIES)), false);',
    scenario: 'changes/north+disable',
    breaks: NO_ACCESS,
  },
  'a check-in is served with a revoked token': {
    file: 'shared/domain/authorize-caller.ts',
    text: 'assertActive(client, caller);',
    instead: 'assertActive(client, { ...caller, ...client });',
    scenario: 'clients/gate+revoke',
    breaks: NO_ACCESS,
  },
  'a removal leaves no note, so nobody deletes the items of requests in flight': {
    file: 'shared/adapters/dynamodb/audit-log.ts',
    text: 'const note = entry.action === REMOVAL ?',
    instead: 'const note = entry.action === `not ${REMOVAL}` ?',
    scenario: 'removal/reader+remove+last-sweep',
    breaks: NOTHING_LEFT,
  },
  'a removal leaves the entries of the log to housekeeping': {
    file: 'shared/use-cases/users/remove-user.ts',
    text: 'const logEntries = await log.erase(user);',
    instead: 'const logEntries = 0;',
    scenario: 'removal/north+remove+last-sweep',
    breaks: NOTHING_LEFT,
  },
  'housekeeping forgets a removal while requests are in flight': {
    file: 'shared/use-cases/users/sweep-removed-users.ts',
    text: 'if (sweptAt > note.removedAt + IN_FLIGHT_MILLISECONDS)',
    instead: 'if (sweptAt >= note.removedAt)',
    scenario: 'removal/north+remove+sweep+last-sweep',
    breaks: NOTHING_LEFT,
  },
  'an import begins before its log entry is written': {
    file: 'shared/use-cases/import/audit-import.ts',
    text: 'if (companyId !== undefined) await announce(companyId);',
    instead: 'if (companyId !== undefined) announce(companyId).catch(() => undefined);',
    scenario: 'changes/north+bulk',
    breaks: UNLOGGED,
  },
  'a badge changes hands before the log entry is written': {
    file: 'shared/adapters/dynamodb/user-store.ts',
    text: 'const others = (audited?.entries?.(before, after) ?? []).flatMap(toAuditWrites);',
    instead: 'const others = [] as ReturnType<typeof toAuditWrites>[number][];',
    scenario: 'users/take-too+hand-over',
    breaks: UNLOGGED,
  },
  'records with the same badge are applied in parallel': {
    file: 'shared/use-cases/import/user-records.ts',
    text: 'return [key, ...[...new Set(all)].map((one) => `${ref.companyId} ${one}`)];',
    instead: 'return [key];',
    scenario: 'users/hand-over+removal',
    breaks: 'records are applied in their order',
  },
  'a sync takes its own work for another’s': {
    file: 'shared/adapters/dynamodb/booking-store.ts',
    text: "const outcome = !isFirst && isOwnWork(before, audited) ? 'written' : 'unchanged';",
    instead: "const outcome = 'unchanged' as 'unchanged' | 'written';",
    scenario: 'changes/north+move',
    breaks: TRUE_RESPONSE,
  },
  'each of several records of a booking in one request is compared with the booking before the request': {
    file: 'shared/use-cases/import/apply-records.ts',
    text: 'const isFirst = !lastByKey.has(keys[0]);',
    instead: 'const isFirst = true;',
    scenario: 'changes/north+move-and-back',
    breaks: 'nothing acknowledged is lost',
  },
  'keys that DynamoDB left unprocessed are not read': {
    file: 'shared/adapters/dynamodb/batches.ts',
    text: 'return UnprocessedKeys?.[table]?.Keys ?? [];',
    instead: 'return UnprocessedKeys ? [] : Keys;',
    scenario: 'clients/one+gate',
    breaks: REFUSED,
  },
  'items that DynamoDB left unprocessed are not written': {
    file: 'shared/adapters/dynamodb/batches.ts',
    text: 'return UnprocessedItems?.[table] ?? [];',
    instead: 'return UnprocessedItems ? [] : requests;',
    scenario: 'gates/details+reader',
    breaks: LOG,
  },
  'an Idempotency-Key that has expired is honoured until it is deleted': {
    file: 'shared/adapters/dynamodb/checkin-attempt-store.ts',
    text: 'attribute_not_exists(attempt) OR expiresAtSeconds <= :now',
    instead: 'attribute_not_exists(attempt) OR expiresAtSeconds < :now AND expiresAtSeconds > :now',
    scenario: 'expiry/first+clock+time-to-live+late',
    breaks: 'a key is forgotten after 72 hours',
  },
  'the reuse of a token brings back a family that time to live has deleted': {
    file: tokenFamilyStore,
    text: "ConditionExpression: 'attribute_exists(clientId)',",
    instead: "ConditionExpression: 'attribute_exists(clientId) OR attribute_not_exists(clientId)',",
    scenario: 'tokens/one+other+grace+lifetime+time-to-live',
    breaks: 'every token family has an expiry',
  },
};
