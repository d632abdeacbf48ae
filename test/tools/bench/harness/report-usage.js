import { writeFileSync } from 'node:fs';

/**
 * Loaded before a program by `--import`: when the program ends, writes its processor time and peak memory. JavaScript, because a
 * program whose compiled code is cached does not load Node.js's parser of TypeScript.
 */
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, maxMemoryKib: maxRSS };
  writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify(usage));
});
