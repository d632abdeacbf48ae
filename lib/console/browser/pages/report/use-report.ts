import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { useMember } from '../../api/connection.ts';
import { readPages } from '../../components/read-pages.ts';
import { useLoad } from '../../components/use-load.ts';

export type ReportDay = ResponseOf<'reportAttendance'>['items'][number];

interface ReportRange {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  readonly site: string | undefined;
}

interface Counted {
  readonly days: readonly ReportDay[];
  readonly sites: readonly string[];
}

const NONE: Counted = { days: [], sites: [] };

/** Counts the days of a range, page by page. @param range undefined: nothing is counted */
export const useReport = (range: ReportRange | undefined) => {
  const { call } = useMember();
  const [counted, setCounted] = useState(NONE);
  const key = JSON.stringify(range);
  const [cancelledKey, setCancelledKey] = useState<string>();
  const isCancelled = range !== undefined && cancelledKey === key;
  const { isLoading, error, reload } = useLoad(`${key} ${isCancelled}`, async (signal) => {
    // The days that were counted before stay.
    if (isCancelled) return;
    setCancelledKey(undefined);
    setCounted(NONE);
    if (!range) return;
    const read = (next: string | undefined) => call('reportAttendance', { query: { ...range, next }, signal });
    for await (const { items, sites } of readPages(read, Infinity))
      setCounted((before) => ({ days: [...before.days, ...items], sites: [...before.sites, ...sites] }));
  });
  return {
    ...counted,
    error,
    isCounting: isLoading,
    isCancelled,
    cancel: () => setCancelledKey(key),
    restart: () => (isCancelled ? setCancelledKey(undefined) : reload()),
  };
};
