import type { SourceChange } from '../change-source.ts';
import type { DrillName } from './drills.ts';

/** A fault in the sources: of the stacks, of a runbook, or of the code that deploys the service or rolls it back. */
interface Sabotage extends SourceChange {
  /** The drill that must detect the fault. */
  readonly drill: DrillName;
  /** The check of that drill, or of the deployment itself, that fails first because of the fault. */
  readonly detectedBy: string;
}

const NEEDS = 'lib/aws/function-needs.ts';
const FUNCTION = 'lib/aws/constructs/service-function.ts';
const ENVIRONMENT = '...grantNeeds(role, functionNeeds[name], capabilities),';

/** Empties an environment variable of one function. */
const emptyVariable = (functionName: string, variable: string): SourceChange => ({
  file: FUNCTION,
  text: ENVIRONMENT,
  instead: `${ENVIRONMENT} ...(name === '${functionName}' && { ${variable}: '' }),`,
});

/** Replaces the actions of check-in, but not those of batch, on a table. */
const changeCheckin = (table: string, actions: string): SourceChange => ({
  file: NEEDS,
  text: 'checkin: checkinNeeds,',
  instead: `checkin: { ...checkinNeeds, items: { ...checkinNeeds.items, ${table}: ${actions} } },`,
});

const CHECKED_IN = 'check in by uid: 2 bookings';
const BATCH = 'batch: two checked in, one unknown, one malformed, one already checked in';
const STRANGER = 'not a member: 403, with the subject that an owner can invite';

/** The faults, by their names. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'a missing permission of check-in': {
    drill: 'gate',
    ...changeCheckin('bookings', "['BatchGetItem']"),
    detectedBy: CHECKED_IN,
  },
  'a missing permission of batch': {
    drill: 'batch',
    file: NEEDS,
    text: "users: ['BatchGetItem'], checkinLog",
    instead: "users: ['GetItem'], checkinLog",
    detectedBy: BATCH,
  },
  'an authorizer for another audience': {
    drill: 'console',
    file: 'lib/aws/constructs/console-api.ts',
    text: 'jwtAudience: [audience]',
    instead: "jwtAudience: ['another']",
    detectedBy: STRANGER,
  },
  'a route that bypasses the alias': {
    drill: 'deployment',
    file: 'lib/aws/service-stack.ts',
    text: 'functions[routes[route].functionName].entry',
    instead: "functions[routes[route].functionName][route === 'refresh' ? 'function' : 'entry']",
    detectedBy: 'the routes of checkin-dev lead to aliases, which a rollback moves',
  },
  'an empty variable of batch': {
    drill: 'batch',
    ...emptyVariable('batch', 'CHECKIN_ATTEMPTS_TABLE'),
    detectedBy: BATCH,
  },
  'an authorizer that requires no scope': {
    drill: 'console',
    file: 'lib/aws/constructs/console-api.ts',
    text: 'authorizationScopes: [CONSOLE_SCOPE],',
    instead: '',
    detectedBy: '… a token without the scope, 403',
  },
  'an access log outside of AWS’s prefix': {
    drill: 'deployment',
    file: 'lib/aws/constructs/api-stage.ts',
    text: '/aws/vendedlogs/',
    instead: 'checkin/',
    detectedBy: 'the access log of checkin-dev is under /aws/vendedlogs/, where AWS services may write',
  },
  'a wrong filter of the stream': {
    drill: 'push',
    file: 'shared/stream-filters.ts',
    text: 'notify: { BOOL: [true] }',
    instead: 'notify: { BOOL: [false] }',
    detectedBy: 'the filter passes on the two check-ins with notify',
  },
  'a missing permission of sync': {
    drill: 'sync',
    file: NEEDS,
    text: "and to record the removal.\n      checkinLog: ['Query', 'DeleteItem'],",
    instead: "\n      checkinLog: ['Query'],",
    detectedBy: 'sync deletes a user, with bookings and entries',
  },
  'an empty variable of check-in': {
    drill: 'gate',
    ...emptyVariable('checkin', 'BOOKINGS_TABLE'),
    // The drill checks OAuth before CHECKED_IN, with a dry run that also needs the variable.
    detectedBy: 'log in with OAuth 2.0: 200, and its token checks in',
  },
  'a missing permission of admin': {
    drill: 'console',
    file: NEEDS,
    text: "bookings: ['byNoShow', 'byCompanyDay'],",
    instead: "bookings: ['byNoShow'],",
    detectedBy: 'console GET /attendance: 200',
  },
  'an extra permission of sync to change entries of the audit log': {
    drill: 'deployment',
    file: NEEDS,
    text: "auditLog: ['PutItem'],",
    instead: "auditLog: ['PutItem', 'UpdateItem'],",
    detectedBy: 'no function may change or delete entries of the audit log',
  },
  'an empty variable of admin': {
    drill: 'console',
    ...emptyVariable('admin', 'CONSOLE_AUDIENCE'),
    detectedBy: STRANGER,
  },
  'an extra permission of check-in to publish signing keys': {
    drill: 'deployment',
    ...changeCheckin('signingKeys', "['Scan', 'PutItem']"),
    detectedBy: 'only auth may publish signing keys',
  },
  'a missing permission of push to store failed records': {
    drill: 'push',
    file: NEEDS,
    text: "pushFailuresQueue: 'sqs:SendMessage'",
    instead: "pushFailuresQueue: 'sqs:GetQueueUrl'",
    detectedBy: 'push rejected by SNS: kept in the queue, and not tried again by Lambda',
  },
  'a bucket that nobody empties': {
    drill: 'deployment',
    file: 'lib/aws/constructs/console-files.ts',
    text: 'autoDeleteObjects: true',
    instead: 'autoDeleteObjects: false',
    detectedBy: 'cdk destroy',
  },
  'payload format 1.0 of check-in': {
    drill: 'deployment',
    file: 'lib/aws/constructs/api-stage.ts',
    text: 'gateway.PayloadFormatVersion.VERSION_2_0',
    instead: "gateway.PayloadFormatVersion[id === 'Checkin' ? 'VERSION_1_0' : 'VERSION_2_0']",
    detectedBy: 'POST /scheduling/checkin: payload format 2.0, and a throttle',
  },
  'a lost-region runbook that forgets a table': {
    drill: 'lostRegion',
    file: 'docs/runbooks.md',
    text: 'AuditDetails Members; do\n',
    instead: 'AuditDetails; do\n',
    detectedBy: '… and every table is restored, waited for and read',
  },
  'a deleted-table runbook that asks for a kind of backup that the table never had': {
    drill: 'deletedTable',
    file: 'docs/runbooks.md',
    text: '--backup-type SYSTEM',
    instead: '--backup-type USER',
    detectedBy: 'AuditLogTable: the commands of the runbook succeed',
  },
};
