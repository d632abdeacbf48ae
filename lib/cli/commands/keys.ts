import { Option, type Command } from 'commander';
import type { TokenKind } from '../../../shared/domain/tokens.ts';
import { tokenKinds } from '../../../shared/adapters/jwt/token-kinds.ts';
import { refuseTooEarly, rotateKey, type RotationView } from '../../../shared/use-cases/keys/rotate-key.ts';
import { formatRotation } from '../formatting/rotation.ts';
import { exampleOf } from '../example.ts';
import type { WithSession, Session } from '../session.ts';

interface RotateOptions {
  readonly kind: TokenKind | 'both';
  readonly force?: boolean;
}

const example = exampleOf('keys');

const ROTATE_HELP = `
Functions take the new key up within six minutes; until then they sign with the one before it, whose tokens stay good
until they expire. Only one key before the current one is kept: rotating again while tokens of that one may live ends
them, and needs --force. Callers whose tokens have ended log in again.
After a leak: keys rotate --force, twice, ten minutes apart, ends every token there is.
${example('rotate --local')}`;

const allKinds = Object.keys(tokenKinds) as TokenKind[];

/** All are looked at before the first is rotated: it is both or none. */
const rotateAll = async (
  { keys, lifetimes, now }: Session,
  { kind, force }: RotateOptions,
): Promise<RotationView[]> => {
  const kinds = kind === 'both' ? allKinds : [kind];
  const found = await Promise.all(kinds.map((one) => keys.find(one)));
  const pairs = kinds.flatMap((one, index) => {
    const versions = found[index];
    return versions ? [[one, versions] as const] : [];
  });
  if (!force) for (const [one, versions] of pairs) refuseTooEarly(versions, one, lifetimes, now());
  // One after the other: of two commands at once, the one that is first rotates both.
  const views: RotationView[] = [];
  for (const [one, versions] of pairs) views.push(await rotateKey(keys, one, versions, lifetimes, now()));
  return views;
};

const addRotate = (keys: Command, withSession: WithSession): void => {
  keys
    .command('rotate')
    .description('put new signing keys in force; tokens of the keys before them stay good')
    .addOption(new Option('--kind <kind>', 'whose key').choices([...allKinds, 'both']).default('both'))
    .option('--force', 'also where tokens that are still alive end with it')
    .addHelpText('after', ROTATE_HELP)
    .action(
      withSession(async (session, options: RotateOptions) => {
        if (options.force)
          await session.confirm('This ends tokens that are still valid; their callers must log in again.');
        const views = await rotateAll(session, options);
        session.print(views, (rotations) => rotations.map(formatRotation).join('\n\n'));
      }),
    );
};

/** Keys: what tokens are signed with. */
export const addKeys = (program: Command, withSession: WithSession): void => {
  const keys = program.command('keys').description('keys: what tokens are signed with');
  keys.usage('<verb> [options]').addHelpText('after', example('rotate --local'));
  addRotate(keys, withSession);
};
