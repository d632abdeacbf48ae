/**
 * A turnstile whose display shows something within a second, even without a network, and that loses no swipe: each is
 * stored on disk before it is sent.
 */
import { CheckinError, type CheckinClient } from '../src/client.ts';
import { sendQueue, storeAndSend, type SwipeQueue } from '../src/swipe-queue.ts';

export interface TurnstileOptions {
  readonly client: CheckinClient;
  readonly queue: SwipeQueue;
  /** Unique among the devices that share an API client. */
  readonly readerId: string;
  /** Shows a text to the person at the turnstile. */
  readonly show: (text: string) => void;
  /** Tells the technician about an error. */
  readonly report: (error: unknown) => void;
  /** How long a person waits for the service before the display says that the swipe is stored. Default 900. */
  readonly showWithinMs?: number;
}

export interface Turnstile {
  /** Call it for each badge. Whether the barrier opens is your own rule. Never rejects; resolves within a second. */
  onSwipe(uid: string): Promise<void>;
  /** Stops sending the queue. Resolves when a request in progress has ended. */
  stop(): Promise<void>;
}

const SEND_QUEUE_EVERY_MS = 30_000;

export const makeTurnstile = ({
  client,
  queue,
  readerId,
  show,
  report,
  showWithinMs = 900,
}: TurnstileOptions): Turnstile => {
  let sending: Promise<void> | undefined;

  const sendStored = (): Promise<void> => {
    sending ??= client
      .prepare()
      .then(() => sendQueue(client, queue, (result) => result.statusCode !== 200 && report(result)))
      .catch(report)
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };

  const onSwipe = async (uid: string): Promise<void> => {
    const key = `${readerId}-${crypto.randomUUID()}`;
    const swipe = { key, uid, notify: true, reader: readerId };
    try {
      show((await storeAndSend(client, queue, swipe, { timeoutMs: showWithinMs })).message);
    } catch (error) {
      if (error instanceof CheckinError && error.isUserNotFound) return show('Unknown badge.');
      report(error);
      if (error instanceof CheckinError && error.isFinal) return show('Cannot read this badge.');
      if (error instanceof CheckinError && error.code === 'queue_unavailable') return show('Please try again.');
      show('Noted.');
      void sendStored();
    }
  };

  const timer = setInterval(() => void sendStored(), SEND_QUEUE_EVERY_MS);
  void sendStored();
  return {
    onSwipe,
    async stop() {
      clearInterval(timer);
      await sending;
    },
  };
};
