import { rmSync } from 'node:fs';

export default (): void => {
  const folder = process.env['TEST_SHARED_FOLDER'];
  if (folder !== undefined) rmSync(folder, { recursive: true });
};
