/**
 * Takes signed webhooks of an access-control vendor and checks people in: behind a Lambda function URL, an HTTP API, or any server
 * that calls {@link makeBridge}.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CheckinError, makeCheckinClient, type CheckinClient } from '../../typescript/src/client.ts';
import { kisi, type Vendor } from './kisi.ts';

/** The fields that the bridge reads of an event of a function URL or an HTTP API (payload format 2.0). */
export interface WebhookRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export interface WebhookResponse {
  /** 200: checked in. 204: nothing to do. A 4xx is final for this event, a 503 is not. */
  readonly statusCode: 200 | 204 | 400 | 401 | 404 | 422 | 503;
}

export type Bridge = (request: WebhookRequest) => Promise<WebhookResponse>;

export interface BridgeOptions {
  readonly client: Pick<CheckinClient, 'checkInBatch'>;
  readonly vendor: Vendor;
  /** The key with which the vendor signs its webhooks. */
  readonly signatureKey: string;
  /** Tells the operator of an event that could not be used, without names of people. */
  readonly report: (problem: unknown) => void;
  readonly now?: () => number;
}

const HOUR_MS = 60 * 60_000;
/**
 * A body that is sent again changes nothing, because its event's id is the Idempotency-Key, which the service remembers for 72
 * hours. Bodies are refused an hour before that.
 */
const MAX_AGE_MS = 71 * HOUR_MS;
/** The vendor's clock may be ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000;

/** Compares in constant time, so that the duration does not reveal how much of a forged signature is right. */
const isSigned = (
  body: Buffer,
  given: string | undefined,
  key: string,
  { algorithm, encoding }: Vendor['signature'],
) => {
  const expected = Buffer.from(createHmac(algorithm, key).update(body).digest(encoding));
  const received = Buffer.from(given ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected);
};

/** An error of `JSON.parse` quotes the body, which names a person. */
const parseEvent = (body: Buffer): Readonly<Record<string, unknown>> => {
  let event: unknown;
  try {
    event = JSON.parse(body.toString());
  } catch {
    event = undefined;
  }
  if (typeof event !== 'object' || event === null) throw new TypeError('the body is not a JSON object');
  return event as Readonly<Record<string, unknown>>;
};

/** The statuses of an event that the service will never accept. The vendor gets them instead of an acknowledgement. */
const refusals = [400, 404, 422] as const;

export const makeBridge = ({ client, vendor, signatureKey, report, now = Date.now }: BridgeOptions): Bridge => {
  if (signatureKey === '') throw new Error('the signature key is empty');

  const isCurrent = (moment: number): boolean => {
    const age = now() - moment;
    return age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS;
  };

  return async ({ headers, body: text = '', isBase64Encoded = false }) => {
    const body = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
    const signature = headers[vendor.signature.header];
    if (!isSigned(body, signature, signatureKey, vendor.signature)) {
      const fault = signature === undefined ? 'has no' : 'has a wrong';
      report(new Error(`an event of ${body.length} bytes ${fault} signature in ${vendor.signature.header}`));
      return { statusCode: 401 };
    }
    try {
      const swipe = vendor.toSwipe(parseEvent(body));
      if (!swipe) return { statusCode: 204 };
      const moment = Date.parse(swipe.date);
      if (Number.isNaN(moment)) throw new TypeError(`the date of event ${swipe.key} cannot be read`);
      if (!isCurrent(moment)) {
        report(new Error(`event ${swipe.key} is refused because of its moment: ${swipe.date}`));
        return { statusCode: 401 };
      }
      const [result] = await client.checkInBatch([swipe]);
      if (result?.statusCode === 200) return { statusCode: 200 };
      report(result);
      return { statusCode: refusals.find((status) => status === result?.statusCode) ?? 503 };
    } catch (error) {
      report(error);
      return { statusCode: error instanceof CheckinError ? 503 : 400 };
    }
  };
};

const readVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

let bridge: Bridge | undefined;

/** The Lambda function. The client lives as long as the process, so it logs in once and not at each event. */
export const handler: Bridge = (request) => {
  bridge ??= makeBridge({
    client: makeCheckinClient({
      baseUrl: readVariable('CHECKIN_URL'),
      clientId: readVariable('CHECKIN_CLIENT_ID'),
      clientSecret: readVariable('CHECKIN_CLIENT_SECRET'),
      callTimeoutMs: 8_000,
    }),
    vendor: kisi,
    signatureKey: readVariable('KISI_SIGNATURE_KEY'),
    report: console.error,
  });
  return bridge(request);
};
