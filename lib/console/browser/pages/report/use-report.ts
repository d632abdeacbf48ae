import { useLayoutEffect, useState } from 'preact/hooks';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { useMember } from '../../api/connection.ts';
import { readPages } from '../../components/read-pages.ts';

export type ReportDay = ResponseOf<'reportAttendance'>['items'][number];

export interface ReportRange {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  readonly site: string | undefined;
}

interface State {
  readonly days: readonly ReportDay[];
  readonly sites: readonly string[];
  readonly status: 'counting' | 'done' | 'cancelled';
  readonly error?: Error;
}

const START: State = { days: [], sites: [], status: 'counting' };

/** Counts the days of a range, page by page. @param range undefined: nothing is counted */
export const useReport = (range: ReportRange | undefined) => {
  const { call } = useMember();
  const [state, setState] = useState<State>(START);
  const [controller, setController] = useState(() => new AbortController());
  const [round, setRound] = useState(0);
  useLayoutEffect(() => {
    const current = new AbortController();
    const { signal } = current;
    setController(current);
    setState(START);
    const count = async (query: ReportRange): Promise<void> => {
      const read = (next: string | undefined) => call('reportAttendance', { query: { ...query, next }, signal });
      for await (const { items, sites } of readPages(read, Infinity))
        setState((before) => ({
          ...before,
          days: [...before.days, ...items],
          sites: [...before.sites, ...sites],
        }));
      setState((before) => ({ ...before, status: 'done' }));
    };
    if (range)
      count(range).catch((error: Error) => {
        if (!signal.aborted) setState((before) => ({ ...before, status: 'cancelled', error }));
      });
    return () => current.abort();
  }, [JSON.stringify(range), round]);
  const cancel = (): void => {
    controller.abort();
    setState((before) => ({ ...before, status: 'cancelled' }));
  };
  return { ...state, cancel, restart: () => setRound(round + 1) };
};
