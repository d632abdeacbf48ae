import type { JSX } from 'preact';
import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Badge } from '../../components/page-header.tsx';
import { Period } from '../../components/period.tsx';
import { PersonLink } from '../../components/person-name.tsx';
import { resultNames, resultTone } from '../../components/result-names.ts';
import { useMessages } from '../../language/language.ts';
import { todayMessages } from './today-messages.ts';

interface AttendanceTableProps {
  readonly rows: readonly AttendanceRow[];
  readonly day: string;
}

/** One row per booking of the day, with a link to the person. */
export const AttendanceTable = ({ rows, day }: AttendanceTableProps): JSX.Element => {
  const t = useMessages(todayMessages);
  const names = useMessages(resultNames);
  return (
    <DataTable
      name={t.attendance}
      rows={rows}
      rowKey={({ userId, bookingId }) => `${userId} ${bookingId}`}
      columns={[
        {
          header: t.columns.user,
          cell: ({ userId, userName, email, uid }) => (
            <PersonLink id={userId} name={userName} email={email} uid={uid} day={day} />
          ),
        },
        {
          header: t.columns.booking,
          class: 'plain',
          cell: ({ bookingId, name, kind }) => (
            <>
              {name ?? bookingId}
              <span class="sub">{names.kinds[kind]}</span>
            </>
          ),
        },
        { header: t.columns.period, cell: (row) => <Period {...row} /> },
        {
          header: t.columns.result,
          class: 'plain',
          cell: ({ result }) => <Badge tone={resultTone(result)}>{names.results[result]}</Badge>,
        },
        {
          header: t.columns.checkedIn,
          cell: ({ checkedInAt, reader }) =>
            checkedInAt !== undefined && (
              <>
                <Moment value={checkedInAt} style="time" />
                {reader !== undefined && <span class="sub">{t.at(reader)}</span>}
              </>
            ),
        },
      ]}
    />
  );
};
