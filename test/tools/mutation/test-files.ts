/** The test files that need no server. They are fast enough to be run for each of several hundred mutants. */
export const testFiles = {
  included: [
    'test/unit/{functions,domain,http,rules,use-cases}/**/*.test.ts',
    'test/unit/cli/commands/{attendance,bookings,checkins,clients,devices,keys,members,retention,users}.test.ts',
    'test/unit/adapters/access-keys.test.ts',
    'test/unit/console/bad-lines.test.ts',
    'test/contract/*.test.ts',
  ],
  excluded: [
    // This test starts the command line for each file.
    'test/unit/use-cases/import/import-file.test.ts',
  ],
} as const;
