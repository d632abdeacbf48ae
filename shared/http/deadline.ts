/**
 * Times that fit each other, in milliseconds: a request is answered, well or not, before its function is stopped, and that
 * is before API Gateway gives up (30 s). One call to DynamoDB has less still; see the call budgets.
 */
export const ANSWER_WITHIN_MILLISECONDS = 2_500;
export const FUNCTION_TIMEOUT_MILLISECONDS = 5_000;
