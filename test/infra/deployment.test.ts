import { text } from 'node:stream/consumers';
import type { STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectCloudFormation } from '../../lib/aws/deployment/deployment-tools.ts';
import { deployHelp, readDeployArguments } from '../../lib/aws/deployment/deploy-arguments.ts';
import { findObjections, type TemplateJson } from '../../lib/aws/deployment/find-objections.ts';
import { runDeployment } from '../../lib/aws/deployment/run-deployment.ts';
import { changeForFile } from '../support/run/change-for-file.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { idOf, propertiesOf } from './find.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const current = serviceTemplate('prod');
const resourcesOf = (from: TemplateJson) => from['Resources'] as Record<string, Record<string, unknown>>;

/** Returns the current template with one changed resource. */
const withChange = (logicalId: string, change: (properties: Record<string, unknown>) => void): TemplateJson => {
  const copy = structuredClone(current);
  change(resourcesOf(copy)[logicalId]?.['Properties'] as Record<string, unknown>);
  return copy;
};

const withoutResource = (from: TemplateJson, logicalId: string): TemplateJson => {
  const { [logicalId]: _, ...Resources } = resourcesOf(from);
  return { ...from, Resources };
};

const bookings = idOf(current, 'Tables/bookings');
const table = `${bookings} (AWS::DynamoDB::Table)`;
const newTable = 'The service would continue with a new, empty table.';

describe('findObjections', () => {
  it('finds nothing in a deployment without changes', () => {
    expect(findObjections(current, current)).toStrictEqual([]);
  });

  it.each<[string, string, (before: never) => unknown]>([
    ['key', 'KeySchema', () => [{ AttributeName: 'bookingId', KeyType: 'HASH' }]],
    [
      'attribute types',
      'AttributeDefinitions',
      (before: { AttributeName: string }[]) =>
        before.map((each) => (each.AttributeName === 'noShowAt' ? { ...each, AttributeType: 'S' } : each)),
    ],
    ['name', 'TableName', () => 'bookings'],
  ])('finds a table that would be replaced by a change of its %s', (_, cause, change) => {
    const next = withChange(bookings, (properties) => {
      properties[cause] = change(properties[cause] as never);
    });
    const sentence = `${table} would be replaced, because its ${cause} changes. ${newTable}`;
    expect(findObjections(current, next)).toStrictEqual([{ sentence, allow: bookings }]);
  });

  it('finds resources that would be orphaned or deleted', () => {
    const dev = serviceTemplate();
    expect(findObjections(current, withoutResource(current, bookings))).toStrictEqual([
      { sentence: `${table} would be orphaned. ${newTable}`, allow: bookings },
    ]);
    expect(findObjections(dev, withoutResource(dev, bookings))).toStrictEqual([
      { sentence: `${table} would be deleted. ${newTable}`, allow: bookings },
    ]);
  });

  it.each([
    ['SigningKeys/Access', current],
    ['SigningKeys/Refresh', current],
    ['Http/HttpApi', current],
    ['Http/Domain/Name', serviceTemplate('full')],
    ['Http/Front/Distribution', serviceTemplate('fronted')],
    ['Notifications/Topic', current],
    ['Announcements/Topic', current],
    ['Announcements/Key', current],
    ['Stream/Failures', current],
    ['Users/Pool', consoleTemplate('prod')],
    ['Users/Pool/Domain', consoleTemplate('prod')],
    ['Users/Pool/ConsoleClient', consoleTemplate('prod')],
  ])('finds the loss of %s', (path, deployed) => {
    const id = idOf(deployed, path);
    expect(findObjections(deployed, withoutResource(deployed, id)).map(({ allow }) => allow)).toStrictEqual([id]);
  });

  it('ignores resources that can be recreated', () => {
    const authFunction = idOf(current, 'functions/authFunction');
    expect(findObjections(current, withoutResource(current, authFunction))).toStrictEqual([]);
  });
});

describe('A change that replaces no resource', () => {
  it('loses the records in a stream if it changes the view type of the stream', () => {
    const next = withChange(bookings, (properties) => {
      properties['StreamSpecification'] = { StreamViewType: 'KEYS_ONLY' };
    });
    expect(findObjections(current, next)).toMatchObject([
      { sentence: expect.stringContaining('would get another stream'), allow: bookings },
    ]);
  });

  it.each([
    ['key', { KeySchema: [{ AttributeName: 'companyUser', KeyType: 'HASH' }] }],
    ['attributes', { Projection: { ProjectionType: 'KEYS_ONLY' } }],
  ])('cannot give an index a new %s under the same name', (_, change) => {
    const next = withChange(bookings, (properties) => {
      const [first, ...rest] = properties['GlobalSecondaryIndexes'] as object[];
      properties['GlobalSecondaryIndexes'] = [{ ...first, ...change }, ...rest];
    });
    expect(findObjections(current, next).map(({ sentence }) => sentence)).toStrictEqual([
      `the key or the attributes of byNoShow of ${bookings} would change. An index cannot change: add one with another name first.`,
    ]);
  });

  it('removes the protection of the data if it switches off keepData', () => {
    const off = serviceTemplate('withoutKeepData');
    expect(findObjections(current, off)).toStrictEqual([
      { sentence: expect.stringContaining(bookings), allow: 'keepData' },
    ]);
    const renamed = JSON.parse(JSON.stringify(current).replaceAll('RetainExceptOnCreate', 'Retain')) as TemplateJson;
    for (const deployed of [off, renamed]) expect(findObjections(deployed, current)).toStrictEqual([]);
  });
});

describe('The procedure for changing an index', () => {
  const endsAt = { AttributeName: 'endsAt', AttributeType: 'N' };
  interface Index {
    readonly IndexName: string;
    readonly KeySchema: readonly { AttributeName: string; KeyType: string }[];
  }
  /** Defines only attributes that are in a key, as the CDK does. */
  const withIndexes = (indexes: readonly Index[]): TemplateJson =>
    withChange(bookings, (properties) => {
      properties['GlobalSecondaryIndexes'] = indexes;
      const all = [...(properties['AttributeDefinitions'] as { AttributeName: string }[]), endsAt];
      const keys = JSON.stringify([properties['KeySchema'], indexes.map(({ KeySchema }) => KeySchema)]);
      properties['AttributeDefinitions'] = all.filter(({ AttributeName }) => keys.includes(`"${AttributeName}"`));
    });

  it('works step by step, and is rejected if done in one step', () => {
    const [byNoShow, ...others] = propertiesOf(current, bookings)['GlobalSecondaryIndexes'] as [Index, Index];
    const KeySchema = [...byNoShow.KeySchema.slice(0, 1), { AttributeName: endsAt.AttributeName, KeyType: 'RANGE' }];
    const byEnd = { ...byNoShow, IndexName: 'byEnd', KeySchema };
    const withBothIndexes = withIndexes([byNoShow, ...others, byEnd]);
    const after = withIndexes([...others, byEnd]);
    for (const [from, to] of [
      [current, withBothIndexes],
      [withBothIndexes, after],
      [after, withBothIndexes],
    ] as const) {
      expect(findObjections(from, to)).toStrictEqual([]);
    }
    const sentence = `the indexes byNoShow and byEnd of ${bookings} would change at once. DynamoDB creates or deletes one index of a table at a time: deploy once for each.`;
    expect(findObjections(current, after)).toStrictEqual([{ sentence }]);
  });
});

describe('readDeployArguments', () => {
  it('passes each option to its command', () => {
    const words =
      '-c stage=dev --context console=false -o out --profile ops --require-approval never --allow-replacement A --allow-replacement=B';
    expect(readDeployArguments(words.split(' '))).toStrictEqual({
      synth: ['-c', 'stage=dev', '-c', 'console=false', '--profile', 'ops'],
      deploy: ['--require-approval', 'never', '--profile', 'ops'],
      outputDirectory: 'out',
      profile: 'ops',
      allowed: new Set(['A', 'B']),
    });
  });

  it('leaves --help to deployHelp, which returns nothing without that option', () => {
    expect(deployHelp(['-c', 'stage=dev', '--help'])).toMatch('--allow-replacement LOGICAL_ID');
    expect(deployHelp(['-h'])).toBe(deployHelp(['--help']));
    expect(deployHelp(['-c', 'stage=dev'])).toBeUndefined();
  });

  it('rejects an option without its value', () => {
    expect(() => readDeployArguments(['--allow-replacement'])).toThrow('--allow-replacement needs a value.');
  });
});

describe('runDeployment', () => {
  const run = async (
    words: readonly string[],
    next: TemplateJson,
    deployed: TemplateJson | undefined,
    { isProtected = true, codes = [] as number[] } = {},
  ) => {
    const commands: string[] = [];
    const printed: string[] = [];
    const code = await runDeployment(readDeployArguments(words), {
      runCdk: (each) => {
        commands.push(each.join(' '));
        return Promise.resolve(codes[commands.length - 1] ?? 0);
      },
      readStacks: () => [{ name: 'checkin-prod', template: next, isProtected }],
      readDeployed: () => Promise.resolve(deployed),
      print: (line) => printed.push(line),
    });
    return { code, commands, printed };
  };
  const templateWithoutBookings = withoutResource(current, bookings);

  it('synthesises once, and deploys all stacks', async () => {
    expect(await run(['-c', 'stage=prod', '--require-approval', 'never'], current, current)).toStrictEqual({
      code: 0,
      commands: ['synth --quiet --output cdk.out -c stage=prod', 'deploy --all --app cdk.out --require-approval never'],
      printed: [],
    });
  });

  it('creates a protected stack in two passes, of which the second adds the deletion protection', async () => {
    expect(await run(['-c', 'stage=prod'], current, undefined)).toStrictEqual({
      code: 0,
      commands: [
        'synth --quiet --output cdk.out -c stage=prod',
        'synth --quiet --output cdk.out -c stage=prod -c checkin:first-deployment=checkin-prod',
        'deploy --all --app cdk.out',
        'synth --quiet --output cdk.out -c stage=prod',
        'deploy --all --app cdk.out',
      ],
      printed: [
        'First deployment of checkin-prod: deletion protection is switched on by a second pass, after the first succeeds.',
      ],
    });
  });

  it('runs no second pass if the first one fails', async () => {
    const { code, commands } = await run([], current, undefined, { codes: [0, 0, 7] });
    expect({ code, last: commands.at(-1) }).toStrictEqual({ code: 7, last: 'deploy --all --app cdk.out' });
    expect(commands).toHaveLength(3);
  });

  it('creates an unprotected stack in one pass', async () => {
    const { commands } = await run([], current, undefined, { isProtected: false });
    expect(commands).toStrictEqual(['synth --quiet --output cdk.out', 'deploy --all --app cdk.out']);
  });

  it('deploys nothing, and names the table, if a table would be lost', async () => {
    const { code, commands, printed } = await run([], templateWithoutBookings, current);
    expect(code).toBe(1);
    expect(commands).toHaveLength(1);
    expect(printed).toStrictEqual([
      `Stack checkin-prod: ${table} would be orphaned. ${newTable} If that is what you want, add --allow-replacement ${bookings}.`,
      'Nothing was deployed.',
    ]);
  });

  it('accepts the loss of a table only if the operator names the table', async () => {
    expect(await run(['--allow-replacement', bookings], templateWithoutBookings, current)).toMatchObject({ code: 0 });
    expect(await run(['--allow-replacement', 'Other'], templateWithoutBookings, current)).toMatchObject({ code: 1 });
  });

  it('explains in one sentence that keepData would be switched off', async () => {
    const off = serviceTemplate('withoutKeepData');
    const { code, printed } = await run([], off, current);
    expect([code, printed.length]).toStrictEqual([1, 2]);
    expect(printed[0]).toMatch(/keepData is switched off\. .* --allow-replacement keepData\.$/);
    expect(await run(['--allow-replacement', 'keepData'], off, current)).toMatchObject({ code: 0 });
  });

  it('ends with the exit code of a failed synthesis', async () => {
    expect(await run([], current, current, { codes: [3] })).toMatchObject({ code: 3, commands: { length: 1 } });
  });
});

describe('The deployed template', () => {
  let cloudFormation: TestServer;
  let status: string | undefined;
  let accessKeys: Set<string | undefined>;

  beforeEach(async () => {
    [status, accessKeys] = ['UPDATE_ROLLBACK_COMPLETE', new Set()];
    cloudFormation = await serve(async (request, response) => {
      accessKeys.add(/Credential=(\w+)/.exec(request.headers.authorization ?? '')?.[1]);
      const action = new URLSearchParams(await text(request)).get('Action');
      const result =
        action === 'GetTemplate'
          ? '<TemplateBody>{"Resources":{}}</TemplateBody>'
          : `<Stacks><member><StackStatus>${status}</StackStatus></member></Stacks>`;
      const error = '<Error><Code>ValidationError</Code><Message>Stack x does not exist</Message></Error>';
      response.writeHead(status === undefined ? 400 : 200, { 'content-type': 'text/xml' });
      response.end(status === undefined ? `<E>${error}</E>` : `<R><${action}Result>${result}</${action}Result></R>`);
    });
    changeForFile(process.env, { AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url });
  });
  afterEach(() => cloudFormation.stop());

  const read = async (assumeRole: (input: object) => object = () => ({})) => {
    const config = {
      region: async () => 'eu-west-1',
      credentials: async () => ({ accessKeyId: 'caller', secretAccessKey: 'x' }),
    };
    const send = async ({ input }: { input: object }) =>
      'RoleArn' in input ? assumeRole(input) : { Account: '123', Arn: 'arn:aws-cn:sts::123:x' };
    const lookupRole = 'arn:${AWS::Partition}:iam::${AWS::AccountId}:role/lookup-${AWS::Region}';
    const stack = { name: 'x', template: {} as TemplateJson, isProtected: false, lookupRole };
    return connectCloudFormation({ config, send } as unknown as STSClient)(stack);
  };

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS', 'DELETE_FAILED', undefined])(
    'is missing if the status of the stack is %s',
    async (without) => {
      status = without;
      expect(await read()).toBeUndefined();
    },
  );

  it('is read with the lookup role, or with the credentials of a caller who may not assume it', async () => {
    let assumed: object = {};
    const assume = (input: object) => {
      assumed = input;
      return { Credentials: { AccessKeyId: 'lookup', SecretAccessKey: 'x' } };
    };
    expect(await read(assume)).toEqual({ Resources: {} });
    expect(assumed).toMatchObject({ RoleArn: 'arn:aws-cn:iam::123:role/lookup-eu-west-1' });
    expect([...accessKeys]).toEqual(['lookup']);
    accessKeys.clear();
    const refuse = (name: string) => () => {
      throw Object.assign(new Error(name), { name });
    };
    expect(await read(refuse('AccessDenied'))).toEqual({ Resources: {} });
    expect([...accessKeys]).toEqual(['caller']);
    await expect(read(refuse('ExpiredToken'))).rejects.toThrow('ExpiredToken');
  });
});
