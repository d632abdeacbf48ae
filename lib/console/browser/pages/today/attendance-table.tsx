import type { JSX } from 'preact';
import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Period } from '../../components/period.tsx';
import { PersonLink } from '../../components/person-name.tsx';
import { BookingName, ResultBadge } from '../../components/booking-result.tsx';
import { useMessages } from '../../language/language.ts';
import { todayMessages } from './today-messages.ts';

interface AttendanceTableProps {
  readonly rows: readonly AttendanceRow[];
  readonly day: string;
}

/** One row per booking of the day, with a link to the person. */
export const AttendanceTable = ({ rows, day }: AttendanceTableProps): JSX.Element => {
  const t = useMessages(todayMessages);
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
          class: 'note',
          cell: (booking) => <BookingName booking={booking} />,
        },
        { header: t.columns.period, class: 'note', cell: (row) => <Period {...row} day={day} /> },
        {
          header: t.columns.result,
          class: 'state',
          cell: ({ result }) => <ResultBadge result={result} />,
        },
        {
          header: t.columns.checkedIn,
          class: 'note end',
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
