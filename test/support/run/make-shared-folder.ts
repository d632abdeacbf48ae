import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder in which the test files of one run share what is slow to make. Jest calls it before workers start. */
export default (): void => {
  process.env['TEST_SHARED_FOLDER'] = mkdtempSync(join(tmpdir(), 'checkin-tests-'));
};
