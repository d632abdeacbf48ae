/** Of all tests, those that need no server, so that each of many hundred mutants can be tried on them. */
export const testFiles = {
  in: [
    'test/unit/{functions,domain,http,use-cases}/**/*.test.ts',
    'test/unit/cli/commands/{attendance,bookings,checkins,clients,devices,keys,members,retention,users}.test.ts',
    'test/contract/*.test.ts',
  ],
  not: [
    // Starts the command line for each file.
    'test/unit/use-cases/import/import-file.test.ts',
    // Counts the capacity that calls consume, which the database in memory does not say.
    'test/contract/dynamodb-stores.test.ts',
  ],
} as const;
