import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSynthesiser } from './synthesiser-process.ts';

/** Prepares the folder and the synthesiser that all test files of a run share. Jest calls it before the workers start. */
export default async (): Promise<void> => {
  process.env['TEST_SHARED_FOLDER'] = mkdtempSync(join(tmpdir(), 'checkin-tests-'));
  process.env['SYNTHESISER_URL'] = await openSynthesiser();
};
