import { useBatch } from './drills/batch.ts';
import { useConsole } from './drills/console-api.ts';
import { checkDeployment } from './drills/deployment.ts';
import { useGate } from './drills/gate.ts';
import { publishEvents } from './drills/events.ts';
import { keepHouse } from './drills/housekeeping.ts';
import { restoreDeletedTable } from './drills/deleted-table.ts';
import { checkFirstDeployment } from './drills/first-checks.ts';
import { checkLostRegion } from './drills/lost-region.ts';
import { operate } from './drills/operator.ts';
import { sendPushes } from './drills/push.ts';
import { useSync } from './drills/sync.ts';
import { checkLogsAndPermissions } from './drills/logs-and-permissions.ts';
import { rollBackRelease } from './drills/rollback.ts';
import type { DrillContext } from './drill-context.ts';

/**
 * The drills that test a deployment, in this order. A drill that changes bookings uses people of its own. `logsAndPermissions`
 * checks what earlier drills have called and logged, and `rollback` deploys another release.
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
  deletedTable: restoreDeletedTable,
  lostRegion: checkLostRegion,
  firstChecks: checkFirstDeployment,
  logsAndPermissions: checkLogsAndPermissions,
  rollback: rollBackRelease,
} as const satisfies Record<string, (context: DrillContext) => Promise<void>>;

export type DrillName = keyof typeof drills;

export const drillNames = Object.keys(drills) as readonly DrillName[];
