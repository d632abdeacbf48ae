import { useState } from 'preact/hooks';
import { isComplete, proposeColumns } from '../../../../../shared/files/columns.ts';
import { type DateOrder, dateOrders, NO_TIME } from '../../../../../shared/files/date-times.ts';
import { fieldRulesOf } from '../../../../../shared/rules/records.ts';
import { SelectField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { DataTable } from '../../components/table.tsx';
import { useTexts } from '../../language/language.ts';
import type { FileWords } from './file-texts.ts';
import type { ImportState, Table } from './use-import.ts';

interface ColumnsStepProps {
  readonly state: Extract<ImportState, { readonly step: 'columns' }>;
  readonly words: FileWords;
  readonly onCheck: (table: Table) => void;
  readonly onReset: () => void;
}

/** Asks what the columns of a file are, with its first rows as a sample. */
export const ColumnsStep = ({ state, words, onCheck, onReset }: ColumnsStepProps) => {
  const t = useTexts('import');
  const { kind, table } = state;
  const { inspection } = table;
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | undefined>>(
    () => new Map(table.proposal.columns.map(({ heading, field }) => [heading, field])),
  );
  const [dateOrder, setDateOrder] = useState<DateOrder | undefined>(table.proposal.dateOrder);
  const proposal = proposeColumns(kind, inspection, { map: chosen, dateOrder, isCompanyGiven: true });
  // The question stays when it has been answered, so that the answer can be changed.
  const isOrderAsked =
    proposeColumns(kind, inspection, { map: chosen, isCompanyGiven: true }).dateOrderQuestion !== undefined;
  const names = (fields: readonly string[]): string => fields.map((field) => words.fieldName(kind, field)).join(', ');
  const options = [
    ['', t.ignore] as const,
    ...Object.keys(fieldRulesOf(kind)).map((field) => [field, words.fieldName(kind, field)] as const),
  ];
  const samplesOf = (index: number): string =>
    inspection.samples
      .map(({ cells }) => (cells[index] ?? '').replace(NO_TIME, ''))
      .filter((cell) => cell !== '')
      .map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
      .slice(0, 3)
      .join(' · ');
  return (
    <div class="stack">
      <p>{t.columnsHint}</p>
      {table.proposal.columns.every(({ field }) => field === undefined) && <Notice tone="warn">{t.noHeading}</Notice>}
      <DataTable
        name={t.columnsTitle}
        rows={proposal.columns.map((column, index) => ({ ...column, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            header: t.inFile,
            cell: ({ heading, isNamed }) => (isNamed ? heading : t.format(t.unnamed, { letter: heading })),
          },
          {
            header: t.sample,
            cell: ({ index }) => <span class="wrap hint">{samplesOf(index)}</span>,
          },
          {
            header: t.meaning,
            cell: ({ heading, field }) => (
              <select
                aria-label={t.format(t.column, { heading })}
                onChange={({ currentTarget: { value } }) =>
                  setChosen(new Map([...chosen, [heading, value === '' ? undefined : value]]))
                }
              >
                {options.map(([value, text]) => (
                  <option key={value} value={value} selected={value === (field ?? '')}>
                    {text}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
      {isOrderAsked && (
        <SelectField
          label={t.dateOrder}
          hint={t.dateOrderHint}
          value={dateOrder ?? ''}
          options={[['', t.choose], ...dateOrders.map((order) => [order, t.dateOrders[order]] as const)]}
          onChange={(order) => setDateOrder(order === '' ? undefined : order)}
        />
      )}
      <div role="status">
        {proposal.missing.length > 0 && (
          <Notice tone="warn">{t.format(t.missingColumns, { fields: names(proposal.missing) })}</Notice>
        )}
        {proposal.missingParts.length > 0 && (
          <Notice tone="warn">
            {t.format(t.missingParts, {
              start: names(['startsAt']),
              fields: names(proposal.missingParts),
              from: names(['checkinOpensAt']),
              until: names(['noShowAt']),
            })}
          </Notice>
        )}
        {proposal.repeated.length > 0 && (
          <Notice tone="warn">{t.format(t.repeatedColumns, { fields: names(proposal.repeated) })}</Notice>
        )}
        {kind === 'users' && isComplete(proposal) && !proposal.columns.some(({ field }) => field === 'name') && (
          <Notice tone="warn">{t.noName}</Notice>
        )}
      </div>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={!isComplete(proposal)}
          onClick={() => onCheck({ inspection, proposal })}
        >
          {t.goOn}
        </button>
        <button type="button" onClick={onReset}>
          {t.again}
        </button>
      </div>
    </div>
  );
};
