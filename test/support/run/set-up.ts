import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSynthesiser } from './synthesiser-process.ts';

/** Prepares the slow parts that the test files of one run share. Jest calls it before the workers start. */
export default async (): Promise<void> => {
  process.env['TEST_SHARED_FOLDER'] = mkdtempSync(join(tmpdir(), 'checkin-tests-'));
  process.env['SYNTHESISER_URL'] = await openSynthesiser();
};
