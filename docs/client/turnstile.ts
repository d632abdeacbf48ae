/**
 * A turnstile that answers within a second whatever the network does, and loses no swipe while it has power. Copy it beside
 * `checkin-client.ts`. Where swipes must outlive a power cut, keep the queue on disk.
 */
import { CheckinError, type CheckinClient } from './checkin-client.ts';

export interface TurnstileOptions {
  readonly gate: CheckinClient;
  /** Another one for each device that uses the same API client. */
  readonly readerId: string;
  /** For the person at the turnstile. */
  readonly show: (text: string) => void;
  /** For the person who maintains the device. */
  readonly report: (fault: unknown) => void;
}

export interface Turnstile {
  /** Opens or closes nothing: a turnstile does that by its own rules, beside this. Never rejects. */
  onSwipe(uid: string): Promise<void>;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

interface KeptSwipe {
  readonly uid: string;
  readonly date: string;
  readonly key: string;
}

const PATIENCE_MILLISECONDS = 1_000;
/** Tokens are looked after, and what is in the queue tried again. */
const TEND_EVERY_MILLISECONDS = 30_000;
/** Nobody wants a push about what they did long ago. */
const PUSH_WITHIN_MILLISECONDS = 10 * 60_000;

/** Whether the service will never take the swipe. Where the credentials or the URL are wrong, it is sent once they are mended. */
const isHopeless = (error: unknown): boolean =>
  !(error instanceof CheckinError) || error.isNobody || [400, 413, 415].includes(error.status);

export const makeTurnstile = ({ gate, readerId, show, report }: TurnstileOptions): Turnstile => {
  /** A counter alone begins anew with the device, and would give yesterday's keys to the swipes of today. */
  const boot = crypto.randomUUID();
  const queue: KeptSwipe[] = [];
  let lastNumber = 0;
  let tending: Promise<void> | undefined;

  const keep = (uid: string): KeptSwipe => {
    lastNumber += 1;
    return { uid, date: new Date().toISOString(), key: `${readerId}-${boot}-${lastNumber}` };
  };

  const send = ({ uid, date, key }: KeptSwipe, milliseconds?: number) => {
    const notify = Date.now() - Date.parse(date) < PUSH_WITHIN_MILLISECONDS;
    return gate.checkIn({ uid, date, notify }, key, milliseconds);
  };

  const finish = async (swipe: KeptSwipe): Promise<void> => {
    try {
      await send(swipe);
    } catch (error) {
      if (!isHopeless(error)) throw error;
      report(error);
    }
  };

  /** One after the other, so that what happened first is recorded. A swipe of now does not wait for them. */
  const sendQueue = async (): Promise<void> => {
    for (let first = queue[0]; first; first = queue[0]) {
      await finish(first);
      queue.shift();
    }
  };

  const tend = (): Promise<void> => {
    tending ??= gate
      .prepare()
      .then(sendQueue)
      .catch(report)
      .finally(() => (tending = undefined));
    return tending;
  };

  const onSwipe = async (uid: string): Promise<void> => {
    const swipe = keep(uid);
    try {
      show((await send(swipe, PATIENCE_MILLISECONDS)).message);
    } catch (error) {
      if (error instanceof CheckinError && error.isNobody) return show('This badge is nobody’s here.');
      if (isHopeless(error)) return report(error);
      queue.push(swipe);
      void tend();
      show('Noted.');
    }
  };

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await tending;
  };

  void tend();
  const timer = setInterval(tend, TEND_EVERY_MILLISECONDS);
  return { onSwipe, stop };
};
