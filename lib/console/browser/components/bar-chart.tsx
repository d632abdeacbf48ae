import { DataTable } from './table.tsx';

interface Bar {
  readonly label: string;
  /** Undefined if it was not counted, which is not the same as 0. */
  readonly count: number | undefined;
  /** The highlighted part of `count`. */
  readonly part?: number;
}

interface BarChartProps {
  readonly title: string;
  readonly note: string;
  readonly bars: readonly Bar[];
  /** The column headers of the table for screen readers: label, count and part. */
  readonly columns: readonly string[];
  /** How many labels are written below the bars. */
  readonly labelCount: number;
  /** What the table for screen readers and the chart say of a bar that was not counted. */
  readonly notCounted?: string;
}

/** A small bar chart. Screen readers get its numbers as a table. */
export const BarChart = ({ title, note, bars, columns, labelCount, notCounted = '' }: BarChartProps) => {
  const maxCount = Math.max(1, ...bars.map(({ count = 0 }) => count));
  const labels = Array.from(
    { length: labelCount },
    (_, index) => bars[Math.floor((index * bars.length) / labelCount)]?.label,
  );
  return (
    <figure class="card chart">
      <figcaption>
        <strong>{title}</strong>
        <span class="hint">{note}</span>
      </figcaption>
      {/* One unit per bar: a margin of 0.12 on each side, and 0.76 for the bar. */}
      <svg viewBox={`0 0 ${bars.length} ${maxCount}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map(({ label, count, part = 0 }, index) => (
          <g key={label}>
            {count === undefined ? (
              <rect class="not-counted" x={index + 0.12} y={0} width={0.76} height={maxCount} />
            ) : (
              <rect x={index + 0.12} y={maxCount - count} width={0.76} height={count} />
            )}
            <rect class="part" x={index + 0.12} y={maxCount - part} width={0.76} height={part} />
          </g>
        ))}
      </svg>
      <div class="chart-axis hint" aria-hidden="true">
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <div class="visually-hidden">
        <DataTable
          name={title}
          rows={bars.filter(({ count }) => count !== 0)}
          rowKey={({ label }) => label}
          columns={columns.map((header, index) => ({
            header,
            cell: ({ label, count, part }: Bar) => [label, count ?? notCounted, part][index],
          }))}
        />
      </div>
    </figure>
  );
};
