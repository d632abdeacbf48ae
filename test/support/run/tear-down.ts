import { rmSync } from 'node:fs';
import { closeSynthesiser } from './synthesiser-process.ts';

export default async (): Promise<void> => {
  await closeSynthesiser();
  const folder = process.env['TEST_SHARED_FOLDER'];
  if (folder !== undefined) rmSync(folder, { recursive: true });
};
