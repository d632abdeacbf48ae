import type { RunRecord } from '../scenario.ts';

/** The response to one check-in of a gate, or to an item of a batch. */
export type GateResponse = { readonly requestId: string } & (
  | {
      readonly count: number;
      /** The ids of the bookings, if the request asked for details. */
      readonly checkedIn?: readonly string[];
    }
  | { readonly error: string }
);

/** The responses to the check-ins of one attempt, in the order of the check-ins; empty if the actor got no response. */
export const responsesOf = (attempt: RunRecord['attempts'][number]): readonly GateResponse[] => {
  const { swipes } = attempt.actor;
  if (!swipes) return [];
  if (attempt.end === 'succeeded') return [attempt.value as GateResponse | GateResponse[]].flat();
  const { requestId } = attempt;
  if (swipes.length > 1 || attempt.end === 'lost') return [];
  return [{ requestId, error: attempt.end === 'refused' ? attempt.code : 'dependency_unavailable' }];
};
