import { expect, it } from '@jest/globals';
import { makeReplacedLines } from '../../../../shared/use-cases/import/import-records.ts';

it('Finds each line that changes a record which an earlier line of the file wrote', () => {
  const { replaced, note } = makeReplacedLines('users');
  const noteUser = (line: number, id: unknown, outcome: 'written' | 'unchanged' | 'deleted', companyId = 'acme') =>
    note({ line, fields: { companyId, id } }, { outcome });
  noteUser(2, 1, 'written');
  noteUser(3, 2, 'written');
  noteUser(4, 1, 'written', 'globex');
  expect(replaced).toEqual([]);
  noteUser(5, 1, 'deleted', 'acme ');
  noteUser(6, 2, 'unchanged');
  note({ line: 7, fields: { companyId: 'acme', id: 2 } }, { outcome: 'refused', reasons: [] });
  noteUser(8, 2, 'written');
  expect(replaced).toEqual([
    { line: 5, earlierLine: 2 },
    { line: 8, earlierLine: 6 },
  ]);
});
