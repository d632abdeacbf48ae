import { describe, expect, it } from '@jest/globals';
import { RequestDigest } from '../../../shared/adapters/sdk/request-digest.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const digest = async (of: RequestDigest): Promise<string> => Buffer.from(await of.digest()).toString('hex');

/** RFC 4231, section 4.3: the HMAC of this text with the key `Jefe`. */
const TEXT = 'what do ya want for nothing?';
const HMAC = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
/** FIPS 180-4: the digest of `abc`. */
const DIGEST_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('The digest for signing requests', () => {
  it('is SHA-256 without a secret', async () => {
    const hash = new RequestDigest();
    hash.update(bytes('a'));
    hash.update(bytes('bc'));
    expect(await digest(hash)).toBe(DIGEST_OF_ABC);
  });

  it.each([
    ['text', 'Jefe'],
    ['bytes', bytes('Jefe')],
    ['a buffer', bytes('Jefe').buffer as ArrayBuffer],
  ])('is its HMAC with a secret as %s', async (_, secret) => {
    const hmac = new RequestDigest(secret);
    hmac.update(bytes(TEXT));
    expect(await digest(hmac)).toBe(HMAC);
  });

  it('starts again, with the same secret', async () => {
    const hmac = new RequestDigest('Jefe');
    hmac.update(bytes('something else'));
    hmac.reset();
    hmac.update(bytes(TEXT));
    expect(await digest(hmac)).toBe(HMAC);
  });
});
