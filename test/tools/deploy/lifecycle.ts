import { failFirstDeployment } from './lifecycle/first-deployment.ts';
import { rollBackRelease } from './lifecycle/rollback.ts';
import type { Checks } from './checks.ts';
import type { Deployer } from './deployer.ts';
import type { Moto } from './moto.ts';

export interface LifecycleEnvironment {
  readonly moto: Moto;
  readonly deployer: Deployer;
  /** A folder for cloud assemblies, which is deleted at the end. */
  readonly folder: string;
  readonly checks: Checks;
}

/** Drills that deploy stacks: `firstDeployment` before the other drills have their stacks, `rollback` after all others. */
export const lifecycle = {
  firstDeployment: failFirstDeployment,
  rollback: rollBackRelease,
} as const satisfies Record<string, (environment: LifecycleEnvironment) => Promise<void>>;

export type LifecycleName = keyof typeof lifecycle;
