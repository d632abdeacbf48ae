import type { JSX } from 'preact';
import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';
import { ListTable } from '../../components/list-table.tsx';
import { Period } from '../../components/period.tsx';
import { PersonLink } from '../../components/person-name.tsx';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import type { List } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { todayMessages } from './today-messages.ts';

interface AttendanceTableProps {
  readonly list: Omit<List<AttendanceRow>, 'setItems'>;
  readonly empty: JSX.Element;
  readonly day: string;
}

/** One row per booking of the day, with a link to the person. */
export const AttendanceTable = ({ list, empty, day }: AttendanceTableProps): JSX.Element => {
  const t = useTexts(todayMessages);
  return (
    <ListTable
      name={t.attendance}
      list={list}
      empty={empty}
      hasMoments
      rowKey={({ userId, bookingId }) => `${userId} ${bookingId}`}
      columns={[
        {
          header: t.person,
          cell: ({ userId, userName, ...row }) => <PersonLink {...row} id={userId} name={userName} day={day} />,
        },
        { header: t.booking, class: 'note', cell: (booking) => <BookingName booking={booking} /> },
        { header: t.period, class: 'note', cell: (row) => <Period {...row} day={day} /> },
        { header: t.result, class: 'state', cell: ({ result }) => <ResultBadge result={result} /> },
        { header: t.checkedIn, class: 'note end', cell: (row) => <CheckedIn {...row} style="time" /> },
      ]}
    />
  );
};
