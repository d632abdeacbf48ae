import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { requestDeadline, syncDeadline, type Deadline } from '../../../shared/http/deadline.ts';
import { logGrace } from '../../../shared/use-cases/checkin/log-writer.ts';
import { DEADLINE_FACTOR } from './deadline-factor.ts';

/**
 * Loaded before the program (`node --import`): every deadline and time-out is longer by the same factor, so that a busy
 * machine rarely causes one. Faults that must outlast a time-out still do.
 */
const lengthen = (deadline: Deadline): void =>
  void Object.assign(
    deadline,
    Object.fromEntries(Object.entries(deadline).map(([name, time]) => [name, Number(time) * DEADLINE_FACTOR])),
  );

lengthen(requestDeadline);
lengthen(syncDeadline);
Object.assign(logGrace, { milliseconds: logGrace.milliseconds * DEADLINE_FACTOR });

const { request } = callBudgets;
Object.assign(callBudgets, {
  request: () => {
    const { requestHandler, ...budget } = request();
    const { connectionTimeout, requestTimeout } = requestHandler;
    return {
      ...budget,
      requestHandler: {
        ...requestHandler,
        connectionTimeout: connectionTimeout * DEADLINE_FACTOR,
        requestTimeout: requestTimeout * DEADLINE_FACTOR,
      },
    };
  },
});
