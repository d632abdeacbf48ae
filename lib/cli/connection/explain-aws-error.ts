const SET_CREDENTIALS = 'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** Messages for the operator, by code. `message` is the message of AWS or the SDK. */
const advice = {
  aws_region_missing: () =>
    'No AWS region is set. Set AWS_REGION to the region of the stack, for example AWS_REGION=eu-central-1, or give your AWS profile a region.',
  aws_credentials_missing: (message) =>
    /sso|expired/i.test(message)
      ? 'Your AWS session has ended or does not exist. Log in with "aws sso login" (with --profile, if you use one), then try again.'
      : `No AWS credentials were found. Log in with "aws sso login", or ${SET_CREDENTIALS}, then try again.`,
  aws_credentials_expired: () =>
    'Your AWS credentials have expired. Log in again (for example with "aws sso login"), then try again.',
  aws_credentials_rejected: () => `AWS does not accept your credentials. To use others, ${SET_CREDENTIALS}.`,
  aws_access_denied: (message) =>
    `Your AWS identity is not allowed to do this. Ask an administrator of the AWS account for the permission. AWS says: ${message}`,
} as const satisfies Record<string, (message: string) => string>;

/** Codes by error name. Different services use different names for the same error. */
const codes: Readonly<Record<string, keyof typeof advice>> = {
  CredentialsProviderError: 'aws_credentials_missing',
  TokenProviderError: 'aws_credentials_missing',
  ExpiredToken: 'aws_credentials_expired',
  ExpiredTokenException: 'aws_credentials_expired',
  InvalidClientTokenId: 'aws_credentials_rejected',
  UnrecognizedClientException: 'aws_credentials_rejected',
  InvalidSignatureException: 'aws_credentials_rejected',
  SignatureDoesNotMatch: 'aws_credentials_rejected',
  IncompleteSignature: 'aws_credentials_rejected',
  AuthFailure: 'aws_credentials_rejected',
  AccessDenied: 'aws_access_denied',
  AccessDeniedException: 'aws_access_denied',
};

/** @returns undefined for an error that does not concern the region, credentials or permissions */
export const explainAwsError = ({ name, message }: Error): { code: string; message: string } | undefined => {
  // The SDK throws a plain Error if no region is set.
  const code = /region is missing/i.test(message) ? 'aws_region_missing' : codes[name];
  return code && { code, message: advice[code](message) };
};
