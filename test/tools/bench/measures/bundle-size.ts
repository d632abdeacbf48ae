import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { bundleFunction } from '../../../../lib/aws/bundling.ts';
import { functionNeeds, type FunctionName } from '../../../../lib/aws/function-needs.ts';
import { judgeCount, type Measure, type Row } from '../harness/row.ts';

const KIB = 1024;
const MINIFIED_KIB = 300;
const ZIPPED_KIB = 100;

/** A person at a gate waits for the cold start of these functions. The tests limit the size of the others. */
const gateFunctions: readonly FunctionName[] = ['auth', 'refresh', 'checkin'];

const toRow = (name: FunctionName, how: string, bytes: number, limitKib: number): Row => {
  const what = `bundle of ${name}, ${how}`;
  const row = judgeCount({ what, unit: 'KiB', ours: bytes / KIB, limit: { relation: '<=', value: limitKib } });
  if (gateFunctions.includes(name)) return row;
  const { verdict: _, ...figure } = row;
  return { ...figure, goal: '' };
};

const measureBundle = (name: FunctionName, folder: string): Row[] => {
  bundleFunction(name, join(folder, name));
  const code = readFileSync(join(folder, name, 'index.js'));
  const zipped = deflateRawSync(code, { level: 9 });
  return [toRow(name, 'minified', code.length, MINIFIED_KIB), toRow(name, 'zipped', zipped.length, ZIPPED_KIB)];
};

export const measure: Measure = {
  describes: 'the size of each function as it is deployed',
  seconds: 5,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-bundles-'));
    try {
      return (Object.keys(functionNeeds) as FunctionName[]).flatMap((name) => measureBundle(name, folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
