import { frontHeaders } from '../../../shared/http/front.ts';

/**
 * The CloudFront function in front of an API. API Gateway sees the address of CloudFront; this header has the caller's. What a caller
 * sends under its name is overwritten.
 */
export const viewerFunction = `function handler(event) {
  var request = event.request;
  request.headers['${frontHeaders.viewerAddress}'] = { value: event.viewer.ip };
  return request;
}
`;
