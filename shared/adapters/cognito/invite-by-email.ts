import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  UsernameExistsException,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { InviteByEmail } from '../../domain/member.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

const subjectOf = (attributes: readonly AttributeType[] = []): string => {
  const subject = attributes.find(({ Name }) => Name === 'sub')?.Value;
  if (subject === undefined) throw new Error('Cognito named no subject for the account');
  return subject;
};

/**
 * Creates an account in a user pool that uses e-mail addresses as names. Cognito sends the address an invitation with
 * a temporary password. If the account exists, returns its subject and sends nothing.
 */
export const makeInviteByEmail =
  (client: Pick<CognitoIdentityProviderClient, 'send'>, UserPoolId: string): InviteByEmail =>
  async (email) => {
    const create = async () => {
      const command = new AdminCreateUserCommand({
        UserPoolId,
        Username: email,
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      });
      return (await client.send(command)).User?.Attributes;
    };
    const find = async () =>
      (await client.send(new AdminGetUserCommand({ UserPoolId, Username: email }))).UserAttributes;
    try {
      return subjectOf(await create());
    } catch (error) {
      try {
        if (error instanceof UsernameExistsException) return subjectOf(await find());
      } catch (failure) {
        throw translateFailure('Cognito', failure);
      }
      throw translateFailure('Cognito', error);
    }
  };
