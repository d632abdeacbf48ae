import { describe, expect, it } from '@jest/globals';
import { runLocal } from '../../../lib/local/run-local.ts';

const externalDatabase = 'http://127.0.0.1:8123';

/** Returns the text that the program prints when a service at these URLs is ready. Then the program stops the service. */
const greet = async (
  urls: { readonly url: string; readonly databaseUrl: string; readonly secretsUrl: string },
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const printed: string[] = [];
  await runLocal([], environment, {
    start: async () => ({ ...urls, stop: async () => void printed.push('stopped') }),
    end: Promise.resolve(),
    print: (text) => printed.push(text),
    warn: (text) => printed.push(text),
  });
  expect(printed.pop()).toBe('stopped');
  return printed.join('\n');
};

describe('The local service, when it is ready', () => {
  it('prints the variables that the command line needs if the ports differ from the defaults', async () => {
    const database = 'http://127.0.0.1:9000';
    const text = await greet({ url: 'http://127.0.0.1:4000', databaseUrl: database, secretsUrl: database });
    expect(text).toContain('\nCommand line     PORT=4000 DYNAMODB_PORT=9000 npm run -s admin -- doctor --local\n');
  });

  it('prints the URL of an external DynamoDB and the port of the embedded Secrets Manager for the command line', async () => {
    const urls = { url: 'http://127.0.0.1:3000', databaseUrl: externalDatabase, secretsUrl: 'http://127.0.0.1:8500' };
    expect(await greet(urls, { AWS_ENDPOINT_URL_DYNAMODB: externalDatabase })).toContain(
      `\nCommand line     AWS_ENDPOINT_URL_DYNAMODB=${externalDatabase} DYNAMODB_PORT=8500 npm run`,
    );
  });

  it('prints nothing about the command line with the default ports', async () => {
    const database = 'http://127.0.0.1:8000';
    const text = await greet({ url: 'http://127.0.0.1:3000', databaseUrl: database, secretsUrl: database });
    expect(text).not.toContain('Command line');
  });
});

it('With --help, the program prints the settings and the faults that it can simulate, and starts nothing', async () => {
  const printed: string[] = [];
  const never = Promise.withResolvers<never>().promise;
  const code = await runLocal(
    ['--help'],
    {},
    {
      start: () => never,
      end: never,
      print: (text) => printed.push(text),
      warn: () => undefined,
    },
  );
  expect([code, printed]).toEqual([
    0,
    [expect.stringMatching(/DYNAMODB_PORT[^]*FAULTS[^]*lost {2,}the request is performed/)],
  ]);
  const columns = [...printed.join('').matchAll(/^ {2}\S+ +/gm)].map(([start]) => start.length);
  expect(new Set(columns).size).toBe(1);
});
