import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { attendanceTotals, bookingView, triedBooking } from '../../shared/console-api/bookings.ts';
import { clientView, secretView } from '../../shared/console-api/clients.ts';
import { auditLogEntry, checkinLogEntry } from '../../shared/console-api/log.ts';
import { invitationView, memberView } from '../../shared/console-api/members.ts';
import { count, day, moment, userId } from '../../shared/console-api/parts.ts';
import { userView } from '../../shared/console-api/users.ts';
import { checkinCodes } from '../../shared/rules/bookings.ts';
import { actorTools } from '../../shared/rules/roles.ts';
import { serviceTables } from '../../shared/domain/recovery.ts';

const text = v.string();
const texts = v.array(text);
const yes = v.literal(true);

const actor = v.object({ through: v.picklist(actorTools), id: text });

const changedBy = v.pipe(
  v.object({ ...actor.entries, requestId: v.optional(text), at: moment }),
  v.description('Who last changed it, through what, and when.'),
);

const client = v.pipe(v.omit(clientView, ['etag']), v.description('As the console’s API shows an API client.'));

const newSecret = v.object({ clientId: text, clientSecret: text, companyId: text, name: text });

const listedUser = v.omit(userView, ['devices']);
const user = v.object({ ...userView.entries, changedBy: v.optional(changedBy) });

const device = v.object({
  companyId: text,
  userId,
  endpointArn: text,
  outcome: v.picklist(['written', 'unchanged']),
  movedFrom: v.optional(v.pipe(userId, v.description('The user who had the device until now.'))),
});

const importSummary = v.object({
  read: count,
  written: count,
  unchanged: count,
  deleted: count,
  failed: count,
  errors: v.array(v.object({ line: count, reason: text })),
  replaced: v.optional(
    v.pipe(
      v.array(v.object({ line: count, earlierLine: count })),
      v.description('Lines that changed what an earlier line of the same file had written.'),
    ),
  ),
  dryRun: v.optional(yes),
});

const bookingRef = { companyId: text, userId, bookingId: text };

const booking = v.pipe(
  v.object({
    ...bookingView.entries,
    clientId: v.optional(v.pipe(text, v.description('The API client that checked the booking in.'))),
  }),
  v.description('As the console’s API shows a booking.'),
);

const exportedBooking = v.object({
  ...v.omit(bookingView, ['userId', 'result', 'checkedInAt', 'reader', 'byHand']).entries,
  openSince: moment,
  checkin: v.optional(
    v.object({
      at: moment,
      receivedAt: moment,
      requestId: text,
      checkinId: text,
      notify: v.boolean(),
      clientId: v.optional(text),
      by: v.optional(actor),
      reason: v.optional(text),
      reader: v.optional(text),
      idempotencyKey: v.optional(text),
      restored: v.optional(yes),
    }),
  ),
  undone: v.optional(texts),
  changedBy: v.optional(changedBy),
});

const logEntry = v.variant('kind', [checkinLogEntry, auditLogEntry]);

const attendanceRow = v.object({
  ...bookingView.entries,
  userName: v.optional(v.pipe(text, v.description('The name of the user; `name` is the name of the place.'))),
  uid: v.optional(text),
  email: v.optional(text),
});

const account = { companyId: text, issuer: text };
const member = v.object({ ...account, ...memberView.entries });
const invitation = v.object({
  ...account,
  ...v.omit(invitationView, ['id', 'invitedBy']).entries,
  invitationId: invitationView.entries.id,
  consoleUrl: v.optional(text),
});
const memberOrInvitation = v.union([member, invitation]);

const replay = v.object({ replayed: count, failed: count, lost: count });

/** What each command prints with --json. The tests of the commands compare their output with these schemas. */
const commands: Readonly<Record<string, v.GenericSchema>> = {
  'clients create': newSecret,
  'clients list': v.array(client),
  'clients show': client,
  'clients update': client,
  'clients rename': client,
  'clients rotate': v.object({ ...newSecret.entries, oldSecretEndsAt: moment }),
  'clients end-secret': client,
  'clients revoke-tokens': v.object({ clientId: text, tokensRevokedAt: moment }),
  'clients disable': client,
  'clients enable': client,
  'clients delete': v.object({ clientId: text, deleted: yes }),
  'users import': importSummary,
  'users list': v.array(listedUser),
  'users show': user,
  'users export': v.object({
    exportedAt: moment,
    companyId: text,
    userId,
    user: v.optional(user),
    bookings: v.array(exportedBooking),
    logEntries: v.array(logEntry),
  }),
  'users remove': v.object({ companyId: text, userId, removed: v.object({ bookings: count, logEntries: count }) }),
  'devices add': device,
  'devices remove': device,
  'devices list': texts,
  'bookings import': importSummary,
  'bookings list': v.array(booking),
  'bookings cancel': v.object({ ...bookingRef, cancelled: yes }),
  'checkins add': v.object({ ...bookingRef, checkedInAt: moment }),
  'checkins undo': v.object({ ...bookingRef, undone: yes }),
  'checkins log': v.array(logEntry),
  'checkins explain': v.object({
    code: v.picklist(checkinCodes),
    bookings: v.array(v.omit(triedBooking, ['openSince'])),
  }),
  attendance: v.object({
    companyId: text,
    day,
    timeZone: text,
    totals: attendanceTotals,
    items: v.array(attendanceRow),
  }),
  'keys list': v.array(
    v.object({
      keyId: text,
      status: v.picklist(['next', 'current', 'previous']),
      createdAt: moment,
      signsFrom: v.optional(moment),
      verifiesUntil: v.optional(moment),
      publicKey: v.optional(text),
    }),
  ),
  'keys rotate': v.object({ keyId: text, previousKeyId: text, signsFrom: moment, rotateAgainFrom: moment }),
  'tables recover': v.object({
    table: v.picklist(serviceTables),
    from: text,
    read: count,
    copied: count,
    unchanged: count,
    removed: count,
    expired: count,
    derived: count,
    taken: count,
    malformed: count,
    disabledClients: texts,
    takenUsers: v.array(v.object({ companyId: text, userId })),
    malformedItems: v.array(v.record(text, text)),
    dryRun: v.optional(yes),
  }),
  'members add': memberOrInvitation,
  'members list': v.array(memberOrInvitation),
  'members remove': v.union([
    v.object({ companyId: text, subject: text, removed: yes }),
    v.object({ companyId: text, invitationId: text, withdrawn: yes }),
  ]),
  'pushes replay': replay,
  'events replay': replay,
  doctor: v.object({
    ok: v.boolean(),
    findings: v.array(v.object({ check: text, ok: v.boolean(), isWarning: v.optional(v.boolean()), message: text })),
  }),
};

const definitions = {
  moment,
  error: v.pipe(
    v.object({ error: v.object({ code: text, message: text }) }),
    v.description('The last line of stderr if the exit code is not 0.'),
  ),
  userId,
  actor,
  changedBy,
  secret: secretView,
  client,
  newSecret,
  user,
  listedUser,
  device,
  importSummary,
  booking,
  exportedBooking,
  loggedCheckin: checkinLogEntry,
  loggedAction: auditLogEntry,
  logEntry,
  attendanceRow,
  member,
  invitation,
  memberOrInvitation,
  replay,
};

const config: ConversionConfig = {
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === 'iso_timestamp' ? { ...jsonSchema, format: 'date-time', pattern: 'Z$' } : undefined,
  // Later versions may add members, even where the console's API has a strict schema.
  overrideSchema: ({ jsonSchema: { additionalProperties: _, propertyNames: __, ...open } }) => open,
};

/** Returns the JSON Schema of what the commands print with --json. */
export const makeOutputDocument = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What checkin-admin prints with --json',
  description:
    'One property for each command. Tools should ignore members that are not listed here: later versions may add some.',
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(commands).map(([name, schema]) => {
      const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, { ...config, definitions });
      return [name, own];
    }),
  ),
  $defs: toJsonSchemaDefs(definitions, config),
});
