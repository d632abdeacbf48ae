import type { Revivals, RestoreRules } from '../../../../shared/use-cases/restore/restore-rules.ts';

/** Rules that name nothing, with changes. */
export const makeRules = ({
  overwrite = false,
  dryRun = false,
  ...named
}: Partial<
  Omit<RestoreRules, 'revive'> & { readonly [Kind in keyof Revivals]: readonly string[] }
> = {}): RestoreRules => {
  const { clients, secrets, families, users } = named;
  return {
    overwrite,
    dryRun,
    revive: {
      clients: new Set(clients),
      secrets: new Set(secrets),
      families: new Set(families),
      users: new Set(users),
    },
  };
};
