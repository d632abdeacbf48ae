import { gatewayAnswers, type GatewayAnswer } from '../../shared/http/gateway-responses.ts';

interface GatewayResponse {
  readonly answer: readonly [status: number, message: string];
  readonly when: string;
}

const of = (answer: GatewayAnswer, when: string): GatewayResponse => ({ answer, when });

/** What the gateway answers by itself on any operation; the local service has no throttling and waits for its functions. */
export const gatewayResponses: readonly GatewayResponse[] = [
  of(gatewayAnswers.badRequest, 'The request is no HTTP that the gateway can read.'),
  of(gatewayAnswers.requestTimeout, 'The request did not arrive whole in time. Repeat it.'),
  of(gatewayAnswers.tooLarge, 'The body is over 10 MiB.'),
  {
    answer: [429, 'Too Many Requests'],
    when: 'Too many requests a second, from all clients together. Repeat it with growing, random delays; no Retry-After comes with it.',
  },
  of(gatewayAnswers.headersTooLarge, 'The header fields are too large.'),
  of(gatewayAnswers.failed, 'The service failed without words. Repeat it later, with the same Idempotency-Key.'),
  {
    answer: [503, 'Service Unavailable'],
    when: 'The service gave no answer in time. Repeat it with growing, random delays and the same Idempotency-Key.',
  },
];
