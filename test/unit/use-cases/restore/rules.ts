import type { RestoreRules } from '../../../../shared/use-cases/restore/restore-rules.ts';

/** Rules that name nobody, with changes. */
export const makeRules = (changes: Partial<RestoreRules> = {}): RestoreRules => ({
  overwrite: false,
  dryRun: false,
  reviveUsers: new Set(),
  ...changes,
});
