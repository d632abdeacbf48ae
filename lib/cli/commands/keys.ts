import { defined } from '../../../shared/rules/plain-values.ts';
import { formatDateTime, formatOptional } from '../../../shared/domain/instant.ts';
import { listKeys, rotateKey, type ListedKey, type RotationView } from '../../../shared/use-cases/keys/keys.ts';
import { flag } from '../cli-option.ts';
import { formatFacts, tableOf } from '../formatting/table.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const ROTATE_HELP = `
Functions sign with the new key 90 seconds after the rotation, or at once if the previous key was never used. Until then they
sign with the previous key, whose tokens stay valid until they expire. Only one previous key is kept. If you rotate again
while its tokens can still be valid, they end; this needs --force. Callers whose tokens have ended must log in again.
After a leak, run keys rotate --force twice, five minutes apart: this ends every token.`;

const formatRotation = ({ keyId, previousKeyId, signsFrom, rotateAgainFrom }: RotationView): string =>
  formatFacts({
    'signing key': keyId,
    'signs from': signsFrom,
    'previous key': `${previousKeyId}; its tokens stay valid until they expire`,
    'can be rotated again from': rotateAgainFrom,
  });

const rotate = verb({
  name: 'rotate',
  description: 'create a new signing key; tokens of the previous key stay valid',
  options: [flag('--force', 'rotate even if this ends tokens that have not expired')],
  example: '--local',
  help: ROTATE_HELP,
  run: async (session, { force = false }) => {
    if (force) await session.confirm('This ends tokens that are still valid; their callers must log in again.');
    const rotation = await rotateKey(await session.openAudit(), force);
    // `publishKey` is absent if the stack does not say where its API is. The next log-in then publishes the key.
    await session
      .publishKey?.(rotation.keyId)
      .catch(({ message }: Error) =>
        session.warn(
          `Could not publish the new key: ${message}. The next log-in publishes it; it signs at most 90 seconds after that.`,
        ),
      );
    session.print(rotation, formatRotation);
  },
});

const viewOf = ({ keyId, status, createdAt, signsFrom, publicKey, verifiesUntil }: ListedKey) =>
  defined({
    keyId,
    status,
    createdAt: formatDateTime(createdAt),
    signsFrom: formatOptional(signsFrom),
    verifiesUntil: formatOptional(verifiesUntil),
    publicKey,
  });

type KeyView = ReturnType<typeof viewOf>;

const list = verb({
  name: 'list',
  description: 'list the signing keys, with their public halves',
  example: '--local',
  help: `
A next key does not sign yet, the current one does, and the tokens of a previous key are valid until the time shown.`,
  run: async (session) => {
    const keys = await listKeys(session, session.now());
    session.print(
      keys.map(viewOf),
      tableOf<KeyView>({
        KEY: ({ keyId }) => keyId,
        STATUS: ({ status }) => status,
        CREATED: ({ createdAt }) => createdAt,
        'SIGNS FROM': ({ signsFrom }) => signsFrom ?? 'once published',
        'VALID UNTIL': ({ verifiesUntil }) => verifiesUntil,
      }),
    );
  },
});

export const defineNoun = nounWithVerbs('rotate --local', [list, rotate]);
