import { allTokenKinds } from '../../../shared/domain/tokens.ts';
import { rotateKeys, type RotationView } from '../../../shared/use-cases/keys/keys.ts';
import { flag, withDefault } from '../cli-option.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const ROTATE_HELP = `
Functions sign with the new key 90 seconds after the rotation. Until then they sign with the previous key, whose tokens stay
valid until they expire. Only one previous key is kept. If you rotate again while its tokens can still be valid, they end;
this needs --force. Callers whose tokens have ended must log in again.
After a leak, run keys rotate --force twice, five minutes apart: this ends every token.`;

const formatRotation = ({ kind, keyId, previousKeyId, signsFrom, rotateAgainFrom }: RotationView): string =>
  [
    `${kind} key: ${keyId}`,
    `  signs from ${signsFrom}`,
    `  tokens of ${previousKeyId}, the previous key, stay valid`,
    `  can be rotated again from ${rotateAgainFrom}`,
  ].join('\n');

const publish = async (publishKeys: () => Promise<void>, warn: (text: string) => void): Promise<void> => {
  try {
    await publishKeys();
  } catch (error) {
    const { message } = error as Error;
    warn(
      `Could not publish the new access key: ${message}. The next log-in publishes it; it signs 90 seconds after that.`,
    );
  }
};

const rotate = verb({
  name: 'rotate',
  description: 'create new signing keys; tokens of the previous keys stay valid',
  options: [
    withDefault('--kind <kind>', 'the tokens that the key signs', 'both', [...allTokenKinds, 'both']),
    flag('--force', 'rotate even if this ends tokens that have not expired'),
  ],
  example: '--local',
  help: ROTATE_HELP,
  run: async (session, { kind, force = false }) => {
    if (force) await session.confirm('This ends tokens that are still valid; their callers must log in again.');
    const kinds = kind === 'both' ? allTokenKinds : [kind];
    const rotations = await rotateKeys(await session.openAudit(), kinds, force);
    if (session.publishKeys && kinds.includes('access')) await publish(session.publishKeys, session.warn);
    session.print(rotations, (views) => views.map(formatRotation).join('\n\n'));
  },
});

export const defineNoun = nounWithVerbs('rotate --local', [rotate]);
