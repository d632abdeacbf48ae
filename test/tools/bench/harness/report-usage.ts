import { writeFileSync } from 'node:fs';

/** Loaded before a program by `--import`: when the program ends, writes its processor time and peak memory. */
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, maxMemoryKib: maxRSS };
  writeFileSync(process.env['BENCH_USAGE_FILE'] as string, JSON.stringify(usage));
});
