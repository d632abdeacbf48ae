/** /console/config.json: where people sign in. */
export interface ConsoleConfig {
  /** The OpenID Connect issuer, such as `https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_ABC`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Left out: `openid email checkin-console/admin`. */
  readonly scope?: string;
  /** For issuers that choose the audience of an access token by a parameter of this name. */
  readonly audience?: string;
}

export const loadConfig = async (): Promise<ConsoleConfig> => {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error(`/console/config.json: ${response.status}`);
  return (await response.json()) as ConsoleConfig;
};
