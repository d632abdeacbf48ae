import { expect, it } from '@jest/globals';
import { isScope } from '../../../shared/rules/api-clients.ts';

it('A client has known scopes', () => {
  expect(['checkin', 'sync', 'admin', undefined].map(isScope)).toEqual([true, true, false, false]);
});
