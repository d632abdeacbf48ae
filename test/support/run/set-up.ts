import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSynthesiser } from './synthesiser-process.ts';

/** Prepares what the test files of one run share because it is slow to make. Jest calls it before workers start. */
export default async (): Promise<void> => {
  process.env['TEST_SHARED_FOLDER'] = mkdtempSync(join(tmpdir(), 'checkin-tests-'));
  process.env['SYNTHESISER_URL'] = await openSynthesiser();
};
