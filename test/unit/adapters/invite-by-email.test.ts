import { describe, expect, it } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { makeInviteByEmail } from '../../../shared/adapters/cognito/invite-by-email.ts';

type Send = (command: AdminCreateUserCommand | AdminGetUserCommand) => Promise<unknown>;

const invite = (send: Send) => makeInviteByEmail({ send }, 'pool-1')('ana@acme.example');

const exists = new UsernameExistsException({ message: 'exists', $metadata: {} });
const attributes = [
  { Name: 'email', Value: 'ana@acme.example' },
  { Name: 'sub', Value: 'subject-1' },
];

describe('An invitation through Cognito', () => {
  it('creates an account with a verified address, and returns its subject', async () => {
    const inputs: unknown[] = [];
    const subject = await invite(async (command) => {
      inputs.push(command.input);
      return { User: { Attributes: attributes } };
    });

    expect(subject).toBe('subject-1');
    expect(inputs).toEqual([
      {
        UserPoolId: 'pool-1',
        Username: 'ana@acme.example',
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: 'ana@acme.example' },
          { Name: 'email_verified', Value: 'true' },
        ],
      },
    ]);
  });

  it('uses the existing account, if there is one', async () => {
    const subject = await invite(async (command) => {
      if (command instanceof AdminCreateUserCommand) throw exists;
      return { UserAttributes: attributes };
    });
    expect(subject).toBe('subject-1');
  });

  it.each([
    ['creating', new Set([AdminCreateUserCommand, AdminGetUserCommand])],
    ['finding', new Set([AdminGetUserCommand])],
  ])('can be repeated if Cognito throttles %s it', async (_, throttled) => {
    const throttle = Object.assign(new Error('slow down'), { name: 'TooManyRequestsException', $metadata: {} });
    const sent = invite(async (command) => {
      if ([...throttled].some((Command) => command instanceof Command)) throw throttle;
      throw exists;
    });
    await expect(sent).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  it('fails if Cognito returns no subject', async () => {
    await expect(invite(async () => ({ User: { Attributes: [] } }))).rejects.toThrow('no subject');
  });
});
