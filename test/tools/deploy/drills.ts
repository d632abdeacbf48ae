import { useBatch } from './drills/batch.ts';
import { useConsole } from './drills/console-api.ts';
import { checkDeployment } from './drills/deployment.ts';
import { useGate } from './drills/gate.ts';
import { publishEvents } from './drills/events.ts';
import { keepHouse } from './drills/housekeeping.ts';
import { restoreDeletedTable } from './drills/deleted-table.ts';
import { readActivityLog } from './drills/activity-log.ts';
import { checkFirstDeployment } from './drills/first-checks.ts';
import { checkLostRegion } from './drills/lost-region.ts';
import { operate } from './drills/operator.ts';
import { sendPushes } from './drills/push.ts';
import { restoreTables } from './drills/restore.ts';
import { followRunbooks } from './drills/runbooks.ts';
import { useSync } from './drills/sync.ts';
import { checkLogsAndPermissions } from './drills/logs-and-permissions.ts';
import { runMaintenance } from './drills/maintenance.ts';
import { rollBackRelease } from './drills/rollback.ts';
import type { DrillContext } from './drill-context.ts';

/**
 * The drills that test a deployment, in this order. A drill that changes bookings uses people of its own. `activityLog` and
 * `logsAndPermissions` check what earlier drills have logged, and `rollback` deploys another release.
 */
export const drills = {
  deployment: checkDeployment,
  gate: useGate,
  push: sendPushes,
  events: publishEvents,
  batch: useBatch,
  sync: useSync,
  console: useConsole,
  operator: operate,
  housekeeping: keepHouse,
  maintenance: runMaintenance,
  restore: restoreTables,
  runbooks: followRunbooks,
  activityLog: readActivityLog,
  deletedTable: restoreDeletedTable,
  lostRegion: checkLostRegion,
  firstChecks: checkFirstDeployment,
  logsAndPermissions: checkLogsAndPermissions,
  rollback: rollBackRelease,
} as const satisfies Record<string, (context: DrillContext) => Promise<void>>;

/** `firstDeployment` runs before the other drills have their stacks. */
export type DrillName = 'firstDeployment' | keyof typeof drills;

export const drillNames = ['firstDeployment', ...Object.keys(drills)] as readonly DrillName[];
