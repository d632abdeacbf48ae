import { frontHeaders } from '../../../shared/http/front.ts';

/**
 * The CloudFront function in front of an API. API Gateway sees the address of CloudFront, so this function sends the caller's
 * address in a header. It overwrites a header of that name from the caller.
 */
export const viewerFunction = `function handler(event) {
  var request = event.request;
  request.headers['${frontHeaders.viewerAddress}'] = { value: event.viewer.ip };
  return request;
}
`;
