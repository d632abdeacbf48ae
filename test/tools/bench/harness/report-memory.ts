import { writeFileSync } from 'node:fs';

/** Loaded before a program by `--import`: when it ends, writes the most memory that it had, in KiB. */
process.on('exit', () => {
  writeFileSync(process.env['BENCH_MEMORY_FILE'] as string, String(process.resourceUsage().maxRSS));
});
