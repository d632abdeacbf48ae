/** An error of AWS or of the SDK that the operator can fix. */
interface AwsErrorAdvice {
  readonly code: string;
  readonly advise: (message: string) => string;
}

const SET_CREDENTIALS = 'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

const noRegion: AwsErrorAdvice = {
  code: 'aws_region_missing',
  advise: () =>
    'No AWS region is set. Set AWS_REGION to the region of the stack, for example AWS_REGION=eu-central-1, or give your AWS profile a region.',
};

const noCredentials: AwsErrorAdvice = {
  code: 'aws_credentials_missing',
  advise: (message) =>
    /sso|expired/i.test(message)
      ? 'Your AWS session has ended or does not exist. Log in with "aws sso login" (with --profile, if you use one), then try again.'
      : `No AWS credentials were found. Log in with "aws sso login", or ${SET_CREDENTIALS}, then try again.`,
};

const expired: AwsErrorAdvice = {
  code: 'aws_credentials_expired',
  advise: () => 'Your AWS credentials have expired. Log in again (for example with "aws sso login"), then try again.',
};

const rejected: AwsErrorAdvice = {
  code: 'aws_credentials_rejected',
  advise: () => `AWS does not accept your credentials. To use others, ${SET_CREDENTIALS}.`,
};

const denied: AwsErrorAdvice = {
  code: 'aws_access_denied',
  advise: (message) =>
    `Your AWS identity may not do this. Ask an administrator of the AWS account for the permission. AWS says: ${message}`,
};

/** Advice by error name. Services name the same error differently. */
const adviceByName: Readonly<Record<string, AwsErrorAdvice>> = {
  CredentialsProviderError: noCredentials,
  TokenProviderError: noCredentials,
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  InvalidClientTokenId: rejected,
  UnrecognizedClientException: rejected,
  InvalidSignatureException: rejected,
  SignatureDoesNotMatch: rejected,
  IncompleteSignature: rejected,
  AuthFailure: rejected,
  AccessDenied: denied,
  AccessDeniedException: denied,
};

/** Recognises the error by its message, because the SDK throws a plain Error if no region is set. */
const isWithoutRegion = ({ message }: Error): boolean => /region is missing/i.test(message);

/** @returns undefined for an error that does not concern the region, credentials or permissions */
export const explainAwsError = (error: Error): { code: string; message: string } | undefined => {
  const found = isWithoutRegion(error) ? noRegion : adviceByName[error.name];
  return found && { code: found.code, message: found.advise(error.message) };
};
