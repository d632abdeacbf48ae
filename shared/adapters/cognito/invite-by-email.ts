import {
  AdminCreateUserCommand,
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  LimitExceededException,
  UnsupportedUserStateException,
  UsernameExistsException,
  type AdminCreateUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { InviteByEmail } from '../../domain/roster.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

/**
 * Creates an account in a user pool whose user names are e-mail addresses. Cognito mails a temporary password. If the account
 * exists and nobody has signed in to it yet, Cognito mails another password. Without SES, it sends 50 e-mails a day.
 * @throws UseCaseError `mail_limit_reached`, `mail_not_sent`
 */
export const makeInviteByEmail =
  (client: Pick<CognitoIdentityProviderClient, 'send'>, UserPoolId: string): InviteByEmail =>
  async (email) => {
    const send = async (options: Pick<AdminCreateUserCommandInput, 'MessageAction' | 'UserAttributes'>) => {
      const input = { UserPoolId, Username: email, DesiredDeliveryMediums: ['EMAIL' as const], ...options };
      await client.send(new AdminCreateUserCommand(input));
    };
    const create = () =>
      send({
        UserAttributes: [
          { Name: 'email', Value: email },
          // Verified, because only the owner of the address gets the temporary password.
          { Name: 'email_verified', Value: 'true' },
        ],
      });
    const createOrResend = async (): Promise<void> => {
      try {
        await create();
      } catch (error) {
        if (!(error instanceof UsernameExistsException)) throw error;
        await send({ MessageAction: 'RESEND' });
      }
    };
    try {
      await createOrResend();
    } catch (error) {
      if (error instanceof LimitExceededException) throw new UseCaseError('mail_limit_reached');
      // Cognito accepts fewer addresses than the service, such as none with more than 128 characters.
      if (error instanceof InvalidParameterException || error instanceof CodeDeliveryFailureException)
        throw new UseCaseError('mail_not_sent');
      // If the account has been used, the person signs in as usual and finds the invitation.
      if (!(error instanceof UnsupportedUserStateException)) throw translateFailure('Cognito', error);
    }
  };

export const connectInviteByEmail = (userPool: string): InviteByEmail =>
  makeInviteByEmail(new CognitoIdentityProviderClient(callBudgets.mail()), userPool);
