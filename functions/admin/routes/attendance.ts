import {
  listAttendanceQuery,
  summariseAttendanceQuery,
  type AttendanceSummaryResponse,
  type ListAttendanceResponse,
} from '../../../shared/console-api/attendance.ts';
import { listAttendance as listUseCase } from '../../../shared/use-cases/attendance/list-attendance.ts';
import { summariseAttendance as summariseUseCase } from '../../../shared/use-cases/attendance/summarise-attendance.ts';
import { readPage } from '../paging.ts';
import { readQuery } from '../request.ts';
import type { RouteHandler } from '../route-context.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/** GET /attendance */
export const listAttendance: RouteHandler = async (context) => {
  const { companyId, now } = context;
  const query = readQuery(context.request, listAttendanceQuery);
  const { limit, after, toNext } = await readPage<string>(context, query);
  const { day, timeZone = DEFAULT_TIME_ZONE, kind, result } = query;
  const page = await listUseCase(
    context,
    {
      companyId,
      day,
      timeZone,
      limit,
      kind,
      result,
      next: after,
    },
    now(),
  );
  const body: ListAttendanceResponse = { companyId, day, timeZone, items: [...page.items], ...toNext(page.next) };
  return { statusCode: 200, body };
};

/** GET /attendance/summary */
export const summariseAttendance: RouteHandler = async (context) => {
  const { day, timeZone = DEFAULT_TIME_ZONE } = readQuery(context.request, summariseAttendanceQuery);
  const { companyId, now } = context;
  const { quarters, ...summary } = await summariseUseCase(context, { companyId, day, timeZone }, now());
  const body: AttendanceSummaryResponse = { ...summary, quarters: [...quarters] };
  return { statusCode: 200, body };
};
