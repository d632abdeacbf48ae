/** The test files that need no server. They are fast enough to be run for each of several hundred mutants. */
export const testFiles = [
  'test/unit/{functions,domain,http,rules,use-cases}/**/*.test.ts',
  'test/unit/cli/commands/{attendance,bookings,checkins,clients,devices,keys,members,users}.test.ts',
  'test/unit/adapters/token-mint.test.ts',
  'test/unit/{console/bad-lines,shared/settings}.test.ts',
  'test/contract/*.test.ts',
];
