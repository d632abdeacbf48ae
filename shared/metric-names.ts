/** CloudWatch namespace of the business metrics. */
export const METRIC_NAMESPACE = 'CheckinService';

/** The business metrics that the functions emit and the dashboard and alarms use. All but the age are counts. */
export const metricNames = [
  'LoginSucceeded',
  'LoginFailed',
  'LoginDeniedByAddress',
  'TokensRefreshed',
  'RefreshReplayed',
  'RefreshTokenReused',
  'SigningKeyAgeDays',
  'ClientsSilent',
  'ClientsBack',
  'SecretsEnding',
  'CheckinsPerformed',
  'ZeroCheckinsNothingOpen',
  'ZeroCheckinsAlreadyCheckedIn',
  'DryRunsFoundNobody',
  'ActivityLogFailed',
  'PushesSent',
  'PushesRejected',
  'PushEndpointsDropped',
  'PushRecordsUnreadable',
] as const;

export type MetricName = (typeof metricNames)[number];
