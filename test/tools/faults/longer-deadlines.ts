import { callBudgets, type CallBudget } from '../../../shared/adapters/sdk/call-budget.ts';
import { batchDeadline, requestDeadline, syncDeadline, type Deadline } from '../../../shared/http/deadline.ts';
import { logGrace } from '../../../shared/use-cases/checkin/log-writer.ts';
import { changeForFile } from '../../support/run/change-for-file.ts';
import { DEADLINE_FACTOR } from './deadline-factor.ts';

const lengthen = (deadline: Deadline): void =>
  changeForFile<object>(
    deadline,
    Object.fromEntries(Object.entries(deadline).map(([name, time]) => [name, Number(time) * DEADLINE_FACTOR])),
  );

const lengthenBudget =
  (makeBudget: () => CallBudget): (() => CallBudget) =>
  () => {
    const { requestHandler, ...budget } = makeBudget();
    const { connectionTimeout, requestTimeout } = requestHandler;
    return {
      ...budget,
      requestHandler: {
        ...requestHandler,
        connectionTimeout: connectionTimeout * DEADLINE_FACTOR,
        requestTimeout: requestTimeout * DEADLINE_FACTOR,
      },
    };
  };

/**
 * Called before the functions are loaded: every time-out, and every deadline of the gate's API, is longer by the same factor, so
 * that a busy machine rarely causes one. Faults that must outlast a time-out still do.
 */
export const lengthenDeadlines = (): void => {
  for (const deadline of [requestDeadline, batchDeadline, syncDeadline]) lengthen(deadline);
  changeForFile(logGrace, { milliseconds: logGrace.milliseconds * DEADLINE_FACTOR });
  changeForFile<object>(
    callBudgets,
    Object.fromEntries(Object.entries(callBudgets).map(([name, makeBudget]) => [name, lengthenBudget(makeBudget)])),
  );
};
