import type { AttendanceRow } from '../../../../shared/console-api/bookings.ts';
import { type Cell, type DownloadOptions, useDownload } from './download.tsx';
import { localMoment } from './local-day.ts';
import { useReasonText } from './reason-text.ts';
import { useTexts } from '../language/language.ts';

interface AttendanceDownload extends Pick<DownloadOptions<AttendanceRow, AttendanceRow>, 'fileName' | 'read'> {
  readonly timeZone: string;
}

/** A link that saves attendance as a CSV file. The headings of times name their time zone. */
export const useAttendanceDownload = ({ timeZone, ...options }: AttendanceDownload) => {
  const t = useTexts('today');
  const reasonText = useReasonText();
  const zoned = (heading: string): string => `${heading} (${timeZone})`;
  const columns: readonly (readonly [header: string, cellOf: (row: AttendanceRow) => Cell])[] = [
    [t.name, (row) => row.person.name],
    [t.badge, (row) => row.person.uid],
    [t.email, (row) => row.person.email],
    [t.place, (row) => row.name],
    [t.site, (row) => row.site],
    [t.kind, (row) => t.kinds[row.kind]],
    [zoned(t.opens), (row) => localMoment(row.checkinOpensAt, timeZone)],
    [zoned(t.until), (row) => localMoment(row.noShowAt, timeZone)],
    [t.result, (row) => t.results[row.result]],
    [zoned(t.checkedIn), (row) => row.checkedInAt && localMoment(row.checkedInAt, timeZone)],
    [t.reader, (row) => row.reader],
    [t.byHand, (row) => row.byHand && (row.byHand.by ?? t.byHand)],
    [t.reason, (row) => row.byHand?.reason && reasonText(row.byHand.reason)],
    [t.userId, (row) => row.userId],
    [t.bookingId, (row) => row.bookingId],
  ];
  return useDownload<AttendanceRow>({
    ...options,
    columns: columns.map(([header]) => header),
    toCells: (row) => columns.map(([, cellOf]) => cellOf(row)),
  });
};
