import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { renderTable } from '../../../../lib/cli/formatting/render-table.ts';
import type { Table } from '../../../../lib/cli/formatting/table.ts';

const output = { write: () => undefined, isTTY: false, columns: undefined, usesColors: false };
const terminal = (columns: number) => ({ ...output, isTTY: true, columns });

const table: Table = {
  columns: ['ID', 'NAME', 'STATUS'],
  rows: [
    ['1', 'Gate 1', { text: 'enabled', tone: 'good' }],
    ['22', '', { text: 'DISABLED', tone: 'bad' }],
  ],
};
const LINES = 'ID  NAME    STATUS\n1   Gate 1  enabled\n22  -       DISABLED';

describe('renderTable', () => {
  it.each([
    ['without a terminal', output],
    ['on a terminal that is wide enough', terminal(20)],
  ])('writes one line per row %s', (_, target) => {
    expect(renderTable(table, target)).toBe(LINES);
  });

  it('writes one line per cell on a terminal that is too narrow, and truncates nothing', () => {
    expect(renderTable(table, terminal(19))).toBe(
      'ID:     1\nNAME:   Gate 1\nSTATUS: enabled\n\nID:     22\nNAME:   -\nSTATUS: DISABLED',
    );
  });

  it.each([output, terminal(10)])('can use colours without changing the layout', (target) => {
    const colored = renderTable(table, { ...target, usesColors: true });
    expect(colored).toContain('\u001b[32menabled');
    expect(colored).toContain('\u001b[31mDISABLED');
    expect(stripVTControlCharacters(colored)).toBe(renderTable(table, target));
  });

  it('aligns text of double width', () => {
    const rows = ['東京', 'Rome'].map((name, index) => [name, index]);
    expect(renderTable({ columns: ['NAME', 'ID'], rows }, output)).toBe('NAME  ID\n東京  0\nRome  1');
  });

  it('has a summary below the rows, and no names of columns if there are no rows', () => {
    expect(renderTable({ ...table, summary: '2 gates.' }, output)).toBe(`${LINES}\n\n2 gates.`);
    expect(renderTable({ title: 'nothing_open', columns: ['ID'], rows: [] }, output)).toBe('nothing_open');
    expect(renderTable({ columns: ['ID'], rows: [], summary: '0 booked.' }, output)).toBe('0 booked.');
  });
});
