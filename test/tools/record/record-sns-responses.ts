/**
 * Records the responses of SNS to a push to a device: success, a disabled endpoint, and a deleted endpoint. Tests use the
 * recording, test/support/sns-responses.json. Needs Python's moto, which has platform endpoints:
 *
 * pip install 'moto[server]' && moto_server -p 5999 & npm run record:sns -- http://127.0.0.1:5999
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const url = process.argv[2];
if (url === undefined) throw new Error('Give the URL of moto_server.');

const RECORDING = join(import.meta.dirname, '../../support/sns-responses.json');
const CREDENTIAL = 'Credential=test/20261121/eu-central-1/sns/aws4_request, SignedHeaders=host, Signature=none';

const call = async (Action: string, parameters: Record<string, string>) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${CREDENTIAL}` },
    body: new URLSearchParams({ Action, Version: '2010-03-31', ...parameters }),
  });
  return { status: response.status, body: await response.text() };
};

const read = ({ body }: { body: string }, name: string): string => {
  const value = new RegExp(`<${name}>(.*)</${name}>`).exec(body)?.[1];
  if (value === undefined) throw new Error(`no ${name} in ${body}`);
  return value;
};

const attribute = (name: string, value: string) => ({
  'Attributes.entry.1.key': name,
  'Attributes.entry.1.value': value,
});

const application = read(
  await call('CreatePlatformApplication', {
    Name: `desk-app-${Date.now()}`,
    Platform: 'APNS',
    ...attribute('PlatformCredential', 'test'),
  }),
  'PlatformApplicationArn',
);

const makeEndpoint = async (Token: string): Promise<string> =>
  read(await call('CreatePlatformEndpoint', { PlatformApplicationArn: application, Token }), 'EndpointArn');

const [working, disabled, deleted] = [await makeEndpoint('1'), await makeEndpoint('2'), await makeEndpoint('3')];
await call('SetEndpointAttributes', { EndpointArn: disabled, ...attribute('Enabled', 'false') });
await call('DeleteEndpoint', { EndpointArn: deleted });

const publish = (TargetArn: string) => call('Publish', { TargetArn, Message: 'Checked in' });
const responses = {
  sent: await publish(working),
  endpointDisabled: await publish(disabled),
  endpointDeleted: await publish(deleted),
};
writeFileSync(RECORDING, `${JSON.stringify(responses, null, 2)}\n`);
