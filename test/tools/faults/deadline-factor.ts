/** How much longer the deadlines and time-outs of the service under test are than in a deployment. */
export const DEADLINE_FACTOR = 4;
