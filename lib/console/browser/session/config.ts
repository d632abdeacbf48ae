/** The content of /console/config.json. */
export interface ConsoleConfig {
  /** The OpenID Connect issuer, such as `https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ABC`. */
  readonly issuer: string;
  readonly clientId: string;
  /** The base URL of the gates' API. */
  readonly apiUrl?: string;
  /** Default: `openid email checkin-console/admin`. */
  readonly scope?: string;
  /** The `audience` parameter of the sign-in. Some issuers require it to set the audience of the access token. */
  readonly audience?: string;
}

export const loadConfig = async (): Promise<ConsoleConfig> => {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error(`/console/config.json: ${response.status}`);
  return (await response.json()) as ConsoleConfig;
};
