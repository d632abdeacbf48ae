import { gatewayResponses as responses, type GatewayResponse } from '../../shared/http/gateway-responses.ts';

interface DescribedResponse {
  readonly response: readonly [status: number, message: string];
  readonly when: string;
}

const of = (response: GatewayResponse, when: string): DescribedResponse => ({ response, when });

/** What the gateway answers by itself on any operation; the local service has no throttling and waits for its functions. */
export const gatewayResponses: readonly DescribedResponse[] = [
  of(responses.badRequest, 'The request is no HTTP that the gateway can read.'),
  of(responses.requestTimeout, 'The request did not arrive whole in time. Repeat it.'),
  of(responses.tooLarge, 'The body is over 10 MiB.'),
  {
    response: [429, 'Too Many Requests'],
    when: 'Too many requests a second, from all clients together. Repeat it with growing, random delays; no Retry-After comes with it.',
  },
  of(responses.headersTooLarge, 'The header fields are too large.'),
  of(responses.failed, 'The service failed without words. Repeat it later, with the same Idempotency-Key.'),
  {
    response: [503, 'Service Unavailable'],
    when: 'The service gave no answer in time. Repeat it with growing, random delays and the same Idempotency-Key.',
  },
];
