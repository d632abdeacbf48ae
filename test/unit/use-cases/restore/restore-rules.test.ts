import { expect, it } from '@jest/globals';
import { restoreAll } from '../../../../shared/use-cases/restore/restore-rules.ts';
import { countParallel } from '../../../support/count-parallel.ts';

it('At most 25 items are restored at the same time, and items without an outcome are not counted', async () => {
  const parallel = countParallel();
  const outcomes = await restoreAll([...Array(60).keys()], (index) =>
    parallel.run(async () => (index < 2 ? { outcome: 'written' } : undefined)),
  );
  expect(outcomes).toEqual([{ outcome: 'written' }, { outcome: 'written' }]);
  expect(parallel.most()).toBe(25);
});
