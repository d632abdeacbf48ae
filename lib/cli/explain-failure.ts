import { formatDateTime } from '../../shared/domain/instant.ts';
import { UseCaseError, type UseCaseErrorCode } from '../../shared/domain/use-case-error.ts';
import { OperatorError } from './operator-error.ts';
import type { TargetOptions } from './connection/connect.ts';

const adviceFor = ({ local }: TargetOptions): string =>
  local
    ? 'Check that the local service is running (npm start) and that DYNAMODB_PORT or AWS_ENDPOINT_URL_DYNAMODB, where set, lead to its DynamoDB.'
    : 'Check your network, and that the stack is deployed; then try again.';

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

type Details = UseCaseError['details'];

const moment = (instant: string | number | undefined): string => formatDateTime(Number(instant));

/** The words for each reason that a use case refuses for. */
const useCaseMessages: Readonly<Record<UseCaseErrorCode, (details: Details) => string>> = {
  client_not_found: ({ clientId }) => `There is no API client ${clientId}.`,
  client_changed: ({ clientId }) => `Others are changing the API client ${clientId} at the moment. Try again.`,
  user_not_found: ({ companyId }) => `The company ${companyId} has no such user.`,
  identifier_required: () => 'Say which user: --id, --uid or --email.',
  key_rotated_recently: ({ kind, rotatedAt, tokensEndAt }) =>
    `The ${kind} key was rotated at ${moment(rotatedAt)}, and tokens of the key before it live until ${moment(tokensEndAt)}. Rotating now ends them: wait until then, or say --force.`,
  signing_key_missing: ({ secret }) => `The secret ${secret} does not exist or has no signing key yet.`,
  unreadable_file: ({ reason }) => String(reason),
};

/** What the operator is told of whatever ended their command: a sentence or two, never a stack trace. */
export const explainFailure = (error: unknown, options: TargetOptions): string => {
  if (!(error instanceof Error)) return `${String(error)}.`;
  if (error instanceof OperatorError) return error.message;
  if (error instanceof UseCaseError) return useCaseMessages[error.code](error.details);
  if (codeOf(error) === 'dependency_unavailable') return `${error.message}. ${adviceFor(options)}`;
  if (error.name === 'ResourceNotFoundException') return `A table is missing: ${error.message}. ${adviceFor(options)}`;
  return `${error.name}: ${error.message}`;
};
