/** Business metrics of the functions, for dashboard and alarms. All but `SigningKeyAgeDays` are counts. */
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
  'CheckinLogFailed',
  'PushesSent',
  'PushesRejected',
  'PushEndpointsDropped',
] as const;

export type MetricName = (typeof metricNames)[number];
