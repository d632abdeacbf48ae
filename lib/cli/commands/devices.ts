import type { Command } from 'commander';
import { addDevice, removeDevice } from '../../../shared/use-cases/users/change-devices.ts';
import { readEndpoint } from '../option-values.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';
import { toUserRef, withUser, type UserOptions } from '../user-options.ts';
import { findUser } from '../../../shared/use-cases/users/find-user.ts';
import { neededOption } from '../cli-option.ts';

interface DeviceOptions extends UserOptions {
  readonly endpoint: string;
}

const example = exampleOf('devices');
const ADA = '--local --company demo --user 1';
const ENDPOINT = '--endpoint arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18';

const withDevice = (command: Command): Command =>
  withUser(command).addOption(neededOption('--endpoint <arn>', "the device's SNS platform endpoint", readEndpoint));

const addAdd = (devices: Command, withSession: WithSession): void => {
  withDevice(devices.command('add'))
    .description('send pushes of the user to a device')
    .addHelpText('after', example(`add ${ADA} ${ENDPOINT}`))
    .action(
      withSession(async (session, options: DeviceOptions) => {
        const [user, { endpoint }] = [toUserRef(options), options];
        const outcome = await addDevice(await session.openAudit(), user, endpoint);
        const text = outcome === 'written' ? 'The device gets pushes now.' : 'The device was registered already.';
        session.print({ ...user, endpoint, outcome }, () => text);
      }),
    );
};

const addRemove = (devices: Command, withSession: WithSession): void => {
  withDevice(devices.command('remove'))
    .description('stop pushing to a device')
    .addHelpText('after', example(`remove ${ADA} ${ENDPOINT}`))
    .action(
      withSession(async (session, options: DeviceOptions) => {
        const [user, { endpoint }] = [toUserRef(options), options];
        await removeDevice(await session.openAudit(), user, endpoint);
        session.print({ ...user, endpoint, outcome: 'written' }, () => 'The device gets no more pushes.');
      }),
    );
};

const addList = (devices: Command, withSession: WithSession): void => {
  withUser(devices.command('list'))
    .description("a user's devices; without one, pushes go to the push topic")
    .addHelpText('after', example(`list ${ADA}`))
    .action(
      withSession(async (session, { company, user }: UserOptions) => {
        const found = await findUser(session.users, company, { id: user });
        session.print(found.devices, (endpoints) => (endpoints.length === 0 ? 'No devices.' : endpoints.join('\n')));
      }),
    );
};

/** The noun `devices`: where users get pushes. */
export const addDevices = (devices: Command, withSession: WithSession): void => {
  devices.usage('<verb> [options]').addHelpText('after', example(`list ${ADA}`));
  addAdd(devices, withSession);
  addRemove(devices, withSession);
  addList(devices, withSession);
};
