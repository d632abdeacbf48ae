import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';
import { consoleName, uniquePart } from './unique-names.ts';

const [RESOURCE_SERVER, SCOPE] = CONSOLE_SCOPE.split('/') as [string, string];

interface UserPoolProps {
  readonly settings: Pick<StageSettings, 'keepData' | 'protect' | 'mailFrom'>;
  /** The console's address, without a slash at the end. */
  readonly url: string;
  /** Undefined if the sign-in uses Cognito's own domain. */
  readonly domain: StageSettings['consoleDomain'];
}

/** The prefix of a Cognito domain must be unique in its region, across all accounts. */
const domainPrefixOf = (scope: Construct): string => `${consoleName(scope)}-${uniquePart()}`;

/** Returns the origins that a page calls to sign in. They are needed before the pool exists. */
export const signInOrigins = (scope: Construct, signInName: string | undefined): string[] => [
  `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`,
  `https://${signInName ?? `${domainPrefixOf(scope)}.auth.${Aws.REGION}.amazoncognito.com`}`,
];

/**
 * The accounts of the console's administrators. Nobody can sign up: members are invited. Everyone must have a second factor:
 * either an authenticator app, or a passkey that verifies its user.
 */
export class UserPool extends Construct {
  readonly pool: cognito.UserPool;
  readonly issuer: string;
  readonly clientId: string;
  /** The client: Cognito's access tokens name it in `client_id`, and have no `aud`. */
  readonly audience: string;

  constructor(scope: Construct, id: string, { settings, url, domain }: UserPoolProps) {
    super(scope, id);
    this.pool = new cognito.UserPool(this, 'Pool', {
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A changed address replaces the old one only after it is verified.
      keepOriginal: { email: true },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      mfa: cognito.Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyUserVerification: cognito.PasskeyUserVerification.REQUIRED,
      userInvitation: {
        emailSubject: 'Your account for the check-in console',
        emailBody: `Sign in at ${url}/console/ with {username} and the temporary password {####}. It is valid for 7 days.`,
      },
      // Passkeys are bound to this name, and stop working if it changes.
      ...(domain?.signInName !== undefined && { passkeyRelyingPartyId: domain.signInName }),
      deletionProtection: settings.protect,
      removalPolicy: removalOfData(settings),
    });
    const pool = this.pool.node.defaultChild as cognito.CfnUserPool;
    // Because a second factor is required, a passkey is accepted only if it counts as two: the device, and a PIN or biometrics.
    pool.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    if (settings.mailFrom !== undefined) {
      const sourceArn = Stack.of(this).formatArn({
        service: 'ses',
        resource: 'identity',
        resourceName: settings.mailFrom.replace(/^.*@/, ''),
      });
      pool.emailConfiguration = { emailSendingAccount: 'DEVELOPER', from: settings.mailFrom, sourceArn };
    }
    this.issuer = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${this.pool.userPoolId}`;

    const signInDomain = this.pool.addDomain('Domain', {
      ...(domain?.signInName === undefined
        ? { cognitoDomain: { domainPrefix: domainPrefixOf(scope) } }
        : {
            customDomain: {
              domainName: domain.signInName,
              certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
            },
          }),
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.clientId = this.#addClient(url).userPoolClientId;
    this.audience = this.clientId;
    new cognito.CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.clientId,
      useCognitoProvidedValues: true,
    }).node.addDependency(signInDomain);
  }

  /** Adds the console as a public client (authorization code flow with PKCE). */
  #addClient(url: string): cognito.UserPoolClient {
    const scope = new cognito.ResourceServerScope({ scopeName: SCOPE, scopeDescription: 'Use the console' });
    const server = this.pool.addResourceServer('ResourceServer', { identifier: RESOURCE_SERVER, scopes: [scope] });
    return this.pool.addClient('ConsoleClient', {
      generateSecret: false,
      // Lets managed login offer the choice between password and passkey.
      authFlows: { user: true },
      // The page may not change the e-mail address, which decides which invitations a person can accept. Without a list, it could
      // change every attribute; nothing uses the nickname.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ nickname: true }),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.resourceServer(server, scope)],
        callbackUrls: [`${url}/console/`],
        logoutUrls: [`${url}/console/`],
      },
      supportedIdentityProviders: [cognito.UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      // A working day.
      refreshTokenValidity: Duration.hours(12),
    });
  }
}
