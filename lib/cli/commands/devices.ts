import { defined } from '../../../shared/rules/plain-values.ts';
import { addDevice, removeDevice } from '../../../shared/use-cases/users/update-user.ts';
import { findUser } from '../../../shared/use-cases/users/find-users.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { required, toUserRef, userOptions } from '../cli-option.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const deviceOptions = [
  ...userOptions,
  required('--endpoint <arn>', "the device's SNS platform endpoint", fields.endpointArn),
] as const;

const EXAMPLE_USER = '--local --company demo --user 1';
const EXAMPLE_DEVICE = `${EXAMPLE_USER} --endpoint arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18`;

const add = verb({
  name: 'add',
  description: "register a device to get the user's pushes",
  options: deviceOptions,
  example: EXAMPLE_DEVICE,
  run: async (session, { endpoint, ...options }) => {
    const user = toUserRef(options);
    const { outcome, movedFrom } = await addDevice(await session.openAudit(), user, endpoint);
    const moved =
      movedFrom === undefined
        ? ''
        : ` Until now, it was registered to user ${movedFrom}, who no longer gets pushes on it.`;
    const text = outcome === 'written' ? `The device gets pushes now.${moved}` : 'The device was registered already.';
    session.print(defined({ ...user, endpointArn: endpoint, outcome, movedFrom }), () => text);
  },
});

const remove = verb({
  name: 'remove',
  description: 'stop pushing to a device',
  options: deviceOptions,
  example: EXAMPLE_DEVICE,
  run: async (session, { endpoint, ...options }) => {
    const user = toUserRef(options);
    await removeDevice(await session.openAudit(), user, endpoint);
    session.print({ ...user, endpointArn: endpoint, outcome: 'written' }, () => 'The device gets no more pushes.');
  },
});

const list = verb({
  name: 'list',
  description: "list a user's devices; if there are none, pushes go to the push topic",
  options: userOptions,
  example: EXAMPLE_USER,
  run: async (session, { company, user }) => {
    const { devices } = await findUser(session.users, company, { id: user });
    session.print(devices, (endpoints) => (endpoints.length === 0 ? 'No devices.' : endpoints.join('\n')));
  },
});

export const defineNoun = nounWithVerbs(`list ${EXAMPLE_USER}`, [add, remove, list]);
