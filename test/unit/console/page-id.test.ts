import { expect, it } from '@jest/globals';
import { addressOfOne, findItemId } from '../../../lib/console/browser/navigation/page-id.ts';

it.each(['ckc_1', 'a/b', '%zz', 'ü ?#'])('the address of an item leads to the item: %s', (id) => {
  expect(findItemId(addressOfOne('clients', id))).toBe(id);
});

it.each(['/console/clients', '/console/clients/'])('%s leads to no item', (path) => {
  expect(findItemId(path)).toBeUndefined();
});

it('a broken link leads to an item that nobody finds, not to an error', () => {
  expect(findItemId('/console/clients/%zz')).toBe('%zz');
});
