import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Prepares the folder that all test files of a run share. Jest calls it before the workers start. */
export default (): void => {
  process.env['TEST_SHARED_FOLDER'] = mkdtempSync(join(tmpdir(), 'checkin-tests-'));
};
