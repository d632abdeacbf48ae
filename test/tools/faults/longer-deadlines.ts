import { callBudgets, type CallBudget } from '../../../shared/adapters/sdk/call-budget.ts';
import { requestDeadline, syncDeadline, type Deadline } from '../../../shared/http/deadline.ts';
import { logGrace } from '../../../shared/use-cases/checkin/log-writer.ts';
import { DEADLINE_FACTOR } from './deadline-factor.ts';

/**
 * Imported before the functions are loaded: every time-out, and every deadline of the gate's API, is longer by the same factor, so
 * that a busy machine rarely causes one. Faults that must outlast a time-out still do.
 */
const lengthen = (deadline: Deadline): void =>
  void Object.assign(
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

for (const deadline of [requestDeadline, syncDeadline]) lengthen(deadline);
Object.assign(logGrace, { milliseconds: logGrace.milliseconds * DEADLINE_FACTOR });
Object.assign(
  callBudgets,
  Object.fromEntries(Object.entries(callBudgets).map(([name, makeBudget]) => [name, lengthenBudget(makeBudget)])),
);
