import {
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  LimitExceededException,
  UnsupportedUserStateException,
  UsernameExistsException,
  type AdminCreateUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from '@jest/globals';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { serve } from '../../support/serve.ts';
import { makeInviteByEmail } from '../../../shared/adapters/cognito/invite-by-email.ts';

type Input = AdminCreateUserCommand['input'];

/** Sends an invitation, and returns the input of each call to Cognito. `respond` is called with each input, and can throw. */
const invite = async (respond: (input: Input) => void): Promise<Input[]> => {
  const inputs: Input[] = [];
  const send = async ({ input }: { readonly input: Input }) => {
    inputs.push(input);
    respond(input);
  };
  await makeInviteByEmail({ send: send as never }, 'pool-1')('ana@acme.example');
  return inputs;
};

const metadata = { message: 'refused', $metadata: {} };
const rejectNewAccount = ({ MessageAction }: Input): void => {
  if (MessageAction !== 'RESEND') throw new UsernameExistsException(metadata);
};

const account = { UserPoolId: 'pool-1', Username: 'ana@acme.example', DesiredDeliveryMediums: ['EMAIL'] };
const UserAttributes = [
  { Name: 'email', Value: 'ana@acme.example' },
  { Name: 'email_verified', Value: 'true' },
];

describe('An invitation through Cognito', () => {
  it('creates an account whose address counts as verified, because the password is sent only to that address', async () => {
    expect(await invite(() => undefined)).toEqual([{ ...account, UserAttributes }]);
  });

  it('is mailed again if the account exists and nobody has signed in yet', async () => {
    const resent = { ...account, MessageAction: 'RESEND' };
    expect(await invite(rejectNewAccount)).toEqual([{ ...account, UserAttributes }, resent]);
  });

  it('sends no e-mail to a person who has already signed in', async () => {
    const calls = await invite((input) => {
      rejectNewAccount(input);
      throw new UnsupportedUserStateException(metadata);
    });
    expect(calls).toHaveLength(2);
  });

  it('stays open if Cognito has sent all e-mails of the day', async () => {
    const sent = invite(() => {
      throw new LimitExceededException(metadata);
    });
    await expect(sent).rejects.toMatchObject({ code: 'mail_limit_reached' });
  });

  it.each([
    ['rejects the address, which has at most 128 characters there', InvalidParameterException],
    ['cannot deliver the e-mail', CodeDeliveryFailureException],
  ])('stays open if Cognito %s', async (_, Refusal) => {
    const sent = invite(() => {
      throw new Refusal(metadata);
    });
    await expect(sent).rejects.toMatchObject({ code: 'mail_not_sent' });
  });

  it('is sent once, although Cognito is slow or fails', async () => {
    let calls = 0;
    const cognito = await serve((_, response) => {
      calls += 1;
      response.writeHead(500).end();
    });
    const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
    const client = new CognitoIdentityProviderClient({
      ...callBudgets.mail(),
      region: 'eu-central-1',
      endpoint: cognito.url,
      credentials,
    });
    const unavailable = { code: 'dependency_unavailable' };
    await expect(makeInviteByEmail(client, 'pool-1')('ana@acme.example')).rejects.toMatchObject(unavailable);
    await cognito.stop();
    expect(calls).toBe(1);
    expect(callBudgets.mail().requestHandler.requestTimeout).toBeGreaterThanOrEqual(5_000);
  });

  it.each([
    ['create the account', () => true],
    ['send the e-mail again', ({ MessageAction }: Input) => MessageAction === 'RESEND'],
  ])('can be retried if Cognito throttles the call to %s', async (_, isThrottled) => {
    const throttled = Object.assign(new Error('slow down'), { name: 'TooManyRequestsException', $metadata: {} });
    const sent = invite((input) => {
      if (isThrottled(input)) throw throttled;
      rejectNewAccount(input);
    });
    await expect(sent).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
