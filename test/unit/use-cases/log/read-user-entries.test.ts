import { expect, it } from '@jest/globals';
import { readUserEntries } from '../../../../shared/use-cases/log/read-user-entries.ts';
import { makeInMemoryActivityLog } from '../../../support/stores-in-memory.ts';

it('All entries about a user are read, page after page', async () => {
  const log = makeInMemoryActivityLog(undefined, () => 0);
  const count = 2_001;
  for (let receivedAt = 0; receivedAt < count; receivedAt += 1)
    await log.recordAdmin({
      kind: 'admin',
      companyId: 'acme',
      receivedAt,
      actor: { through: 'cli', id: 'olive' },
      action: 'devices.add',
      target: { userId: 1 },
    });
  const read: number[] = [];
  for await (const entries of readUserEntries(log, { companyId: 'acme', userId: 1 }))
    read.push(...entries.map(({ receivedAt }) => receivedAt));
  expect(read).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
});
