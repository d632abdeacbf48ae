import type { Push } from './push.ts';

/** What became of a push to one device. */
export type Delivery =
  | 'sent'
  /** The endpoint is disabled or is not there any more: nothing will ever reach it. */
  | 'gone';

/** Hands pushes over to who delivers them. Both methods throw where that did not work out and may be tried again. */
export interface PushSender {
  /** @param endpoint ARN of the device's SNS platform endpoint */
  toDevice(endpoint: string, push: Push): Promise<Delivery>;
  /** To whoever has subscribed to the deployment's push topic. */
  toTopic(push: Push): Promise<void>;
}
