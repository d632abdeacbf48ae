import { hash } from 'node:crypto';
import type { Push, PushSender } from '../../shared/domain/push.ts';

/** Digests of the sent pushes with their recipients, oldest first. */
export type SentMemory = Set<string>;

const MAX_REMEMBERED = 10_000;

const digest = (recipient: string, push: Push): string => hash('sha256', JSON.stringify([recipient, push]), 'base64');

const remember = (memory: SentMemory, pushDigest: string): void => {
  memory.add(pushDigest);
  const [oldest] = memory;
  if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
};

/**
 * After a failed record, Lambda sends all later records again, up to a hundred times. A function instance does not send the same
 * push twice, because the device would show it once but make a sound each time. A push that names more bookings is a new push.
 */
export const sendOnce = (sender: PushSender, memory: SentMemory): PushSender => ({
  async toDevice(endpoint, push) {
    const pushDigest = digest(endpoint, push);
    if (memory.has(pushDigest)) return 'sent';
    const delivery = await sender.toDevice(endpoint, push);
    if (delivery === 'sent') remember(memory, pushDigest);
    return delivery;
  },
  async toTopic(push) {
    const pushDigest = digest('topic', push);
    if (memory.has(pushDigest)) return;
    await sender.toTopic(push);
    remember(memory, pushDigest);
  },
});
