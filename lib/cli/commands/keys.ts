import { Option, type Command } from 'commander';
import { allTokenKinds, type TokenKind } from '../../../shared/domain/tokens.ts';
import { rotateKeys } from '../../../shared/use-cases/keys/rotate-key.ts';
import { formatRotation } from '../formatting/rotation.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';

interface RotateOptions {
  readonly kind: TokenKind | 'both';
  readonly force?: boolean;
}

const example = exampleOf('keys');

const ROTATE_HELP = `
Functions sign with the new key 90 seconds later. Until then they sign with the previous key, whose tokens stay valid until
they expire. Only one previous key is kept: rotating again while its tokens may be valid ends them, and needs
--force. Callers whose tokens have ended log in again.
After a leak, run keys rotate --force twice, five minutes apart: this ends every token.`;

const publish = async (publishKeys: () => Promise<void>, warn: (text: string) => void): Promise<void> => {
  try {
    await publishKeys();
  } catch (error) {
    warn(`The new access key signs 90 seconds after the next log-in, which publishes it: ${(error as Error).message}`);
  }
};

const addRotate = (keys: Command, withSession: WithSession): void => {
  keys
    .command('rotate')
    .description('create new signing keys; tokens of the previous keys stay valid')
    .addOption(new Option('--kind <kind>', 'whose key').choices([...allTokenKinds, 'both']).default('both'))
    .option('--force', 'rotate even if this ends tokens that have not expired')
    .addHelpText('after', example('rotate --local', ROTATE_HELP))
    .action(
      withSession(async (session, options: RotateOptions) => {
        if (options.force)
          await session.confirm('This ends tokens that are still valid; their callers must log in again.');
        const context = await session.openAudit();
        const kinds = options.kind === 'both' ? allTokenKinds : [options.kind];
        const rotations = await rotateKeys(context, kinds, options.force === true);
        if (session.publishKeys && kinds.includes('access')) await publish(session.publishKeys, session.warn);
        session.print(rotations, (views) => views.map(formatRotation).join('\n\n'));
      }),
    );
};

/** The noun `keys`: the keys that sign tokens. */
export const addKeys = (keys: Command, withSession: WithSession): void => {
  keys.usage('<verb> [options]').addHelpText('after', example('rotate --local'));
  addRotate(keys, withSession);
};
