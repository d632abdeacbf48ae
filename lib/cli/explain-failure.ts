import { OperatorError } from './operator-error.ts';
import type { TargetOptions } from './connection/resolve-target.ts';

const adviceFor = ({ local }: TargetOptions): string =>
  local
    ? 'Check that the local service is running (npm start) and that DYNAMODB_PORT or AWS_ENDPOINT_URL_DYNAMODB, where set, lead to its DynamoDB.'
    : 'Check your network, and that the stack is deployed; then try again.';

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** What the operator is told of whatever ended their command: a sentence or two, never a stack trace. */
export const explainFailure = (error: unknown, options: TargetOptions): string => {
  if (!(error instanceof Error)) return `${String(error)}.`;
  if (error instanceof OperatorError) return error.message;
  if (codeOf(error) === 'database_unavailable') return `${error.message}. ${adviceFor(options)}`;
  if (error.name === 'ResourceNotFoundException') return `A table is missing: ${error.message}. ${adviceFor(options)}`;
  return `${error.name}: ${error.message}`;
};
