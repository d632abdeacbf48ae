/** What the operator can mend; `message` is the sentence that they read. */
export class OperatorError extends Error {}
