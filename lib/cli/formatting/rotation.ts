import type { RotationView } from '../../../shared/use-cases/keys/rotate-key.ts';

export const formatRotation = ({ kind, keyId, previousKeyId, signsFrom, rotateAgainFrom }: RotationView): string =>
  [
    `${kind} key: ${keyId}`,
    `  signs from ${signsFrom}`,
    `  tokens of ${previousKeyId}, the previous key, stay valid`,
    `  rotate again from ${rotateAgainFrom} on`,
  ].join('\n');
