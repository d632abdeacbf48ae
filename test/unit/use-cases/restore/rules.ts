import type { RestoreRules } from '../../../../shared/use-cases/restore/restore-rules.ts';

/** Makes rules that overwrite nothing and revive nobody, unless `changes` says otherwise. */
export const makeRules = (changes: Partial<RestoreRules> = {}): RestoreRules => ({
  overwrite: false,
  dryRun: false,
  reviveUsers: new Set(),
  ...changes,
});
