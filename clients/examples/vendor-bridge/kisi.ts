import type { KeyedSwipe } from '../../typescript/src/client.ts';

/** How an access-control vendor signs its webhooks, and what its events say. For another vendor, write a file like this one. */
export interface Vendor {
  readonly signature: {
    /** In lower case. */
    readonly header: string;
    /** The hash function of the HMAC, which covers the exact bytes of the body. */
    readonly algorithm: 'sha256';
    readonly encoding: 'hex';
  };
  /**
   * What an event means.
   * @returns a swipe, or undefined if nobody came in
   * @throws TypeError if the event is not as documented
   */
  readonly toSwipe: (event: Readonly<Record<string, unknown>>) => KeyedSwipe | undefined;
}

const MAX_READER_LENGTH = 128;

const readString = (event: Readonly<Record<string, unknown>>, name: string): string => {
  const value = event[name];
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is not a string`);
  return value;
};

/** The name of a door, as our API allows it. */
const toReader = (name: unknown): { reader?: string } => {
  if (typeof name !== 'string') return {};
  const characters = Array.from(name.replaceAll(/\p{Cc}/gu, ' ').trim());
  const reader = characters.slice(0, MAX_READER_LENGTH).join('');
  return reader === '' ? {} : { reader };
};

/** Event webhooks of Kisi. Sources, and what they leave open: README.md. */
export const kisi: Vendor = {
  signature: { header: 'x-signature', algorithm: 'sha256', encoding: 'hex' },
  toSwipe(event) {
    // A door can also be opened by a link or a button, and not every attempt succeeds.
    if (event['type'] !== 'lock.unlock' || event['success'] !== true || event['actor_type'] !== 'User')
      return undefined;
    const { actor_id: actorId } = event;
    if (!Number.isSafeInteger(actorId)) throw new TypeError('actor_id is not an integer');
    return {
      key: readString(event, 'uuid'),
      uid: `kisi-${String(actorId)}`,
      date: readString(event, 'created_at'),
      ...toReader(event['object_name']),
      notify: true,
    };
  },
};
