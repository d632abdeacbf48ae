import { describe, expect, it } from '@jest/globals';
import { sendOnce } from '../../../../functions/push/send-once.ts';
import { composePush, type Push, type Delivery } from '../../../../shared/domain/push.ts';
import { messagesByTag } from '../../../../shared/messages/messages.ts';

const pushOf = (...names: string[]): Push =>
  composePush(
    { companyId: 'acme', userId: 1 },
    { checkinId: 'c1', at: 0 },
    names.map((bookingId) => ({ bookingId, kind: 'position' })),
    messagesByTag.en.push,
  );

const start = (deliver: (target: string) => Delivery = () => 'sent') => {
  const sent: string[] = [];
  const send = (target: string): Delivery => {
    const delivery = deliver(target);
    sent.push(target);
    return delivery;
  };
  const sender = {
    toDevice: async (endpoint: string) => send(endpoint),
    toTopic: async () => void send('topic'),
  };
  return { sender: sendOnce(sender, new Set()), sent };
};

describe('A sender that sends each push once', () => {
  it('sends a push only once to each device, and only once to the topic', async () => {
    const { sender, sent } = start();
    for (const target of ['phone', 'phone', 'watch']) expect(await sender.toDevice(target, pushOf('A'))).toBe('sent');
    await sender.toTopic(pushOf('A'));
    await sender.toTopic(pushOf('A'));
    expect(sent).toEqual(['phone', 'watch', 'topic']);
  });

  it('sends a push that names more bookings than the previous one', async () => {
    const { sender, sent } = start();
    await sender.toTopic(pushOf('A'));
    await sender.toTopic(pushOf('A', 'B'));
    await sender.toDevice('phone', pushOf('A'));
    await sender.toDevice('phone', pushOf('A', 'B'));
    expect(sent).toEqual(['topic', 'topic', 'phone', 'phone']);
  });

  it('does not count a push as sent if it failed or its device was gone', async () => {
    let failures = 1;
    const { sender, sent } = start((target) => {
      if (target === 'gone') return 'gone';
      failures -= 1;
      if (failures >= 0) throw new Error('away');
      return 'sent';
    });
    await expect(sender.toTopic(pushOf('A'))).rejects.toThrow('away');
    await sender.toTopic(pushOf('A'));
    await sender.toDevice('gone', pushOf('A'));
    await sender.toDevice('gone', pushOf('A'));
    expect(sent).toEqual(['topic', 'gone', 'gone']);
  });

  it('remembers 10,000 pushes, and forgets the oldest first', async () => {
    const memory = new Set(Array.from({ length: 10_000 }, (_, index) => `old ${index}`));
    const { sent } = start();
    const sender = sendOnce({ toDevice: async () => 'sent', toTopic: async () => void sent.push('topic') }, memory);
    await sender.toTopic(pushOf('A'));
    await sender.toTopic(pushOf('A'));
    expect(sent).toEqual(['topic']);
    expect([memory.size, memory.has('old 0'), memory.has('old 1')]).toEqual([10_000, false, true]);
  });
});
