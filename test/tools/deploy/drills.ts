import { useBatch } from './drills/batch.ts';
import { useConsole } from './drills/console-api.ts';
import { examineDeployment } from './drills/deployment.ts';
import { useGate } from './drills/gate.ts';
import { readActivityLog } from './drills/activity-log.ts';
import { operate } from './drills/operator.ts';
import { sendPushes } from './drills/push.ts';
import { restoreTables } from './drills/restore.ts';
import { followRunbooks } from './drills/runbooks.ts';
import { useSync } from './drills/sync.ts';
import { examineTraces } from './drills/traces.ts';
import { keepUp } from './drills/upkeep.ts';
import type { World } from './world.ts';

/**
 * What is done with a deployment, in this order. A drill works on people and clients of its own, except for the first (it looks
 * at what was deployed) and the last two (they look at what the others left behind).
 */
export const drills = {
  deployment: examineDeployment,
  gate: useGate,
  push: sendPushes,
  batch: useBatch,
  sync: useSync,
  console: useConsole,
  operator: operate,
  upkeep: keepUp,
  restore: restoreTables,
  runbooks: followRunbooks,
  activityLog: readActivityLog,
  traces: examineTraces,
} as const satisfies Record<string, (world: World) => Promise<void>>;

export type DrillName = keyof typeof drills;
