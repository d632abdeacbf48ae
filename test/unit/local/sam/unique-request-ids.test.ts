import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeRequestIdsUnique } from '../../../../lib/local/sam/unique-request-ids.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'request-ids-'));
  mkdirSync(join(folder, 'asset.1'));
  writeFileSync(join(folder, 'asset.1/index.js'), 'exports.handler = (event, context) => ({ event, context });');
  writeTemplate('index.handler');
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeTemplate = (Handler: string): void => {
  const Checkin = {
    Type: 'AWS::Lambda::Function',
    Properties: { Handler, Timeout: 5 },
    Metadata: { 'aws:asset:path': 'asset.1', 'aws:asset:is-bundled': true },
  };
  const Table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'Users' } };
  writeFileSync(join(folder, 'template.json'), JSON.stringify({ Resources: { Checkin, Table }, Outputs: {} }));
};

const adapt = () => {
  makeRequestIdsUnique(folder, 'template.json');
  const { Resources } = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8'));
  const [file, name] = Resources.Checkin.Properties.Handler.split('.');
  const handler = createRequire(import.meta.url)(join(folder, 'asset.1', `${file}.js`))[name];
  return { Resources, handler };
};

it('An adapted function gets an event whose request id is the id of the invocation, and which is otherwise unchanged', () => {
  const event = { body: '{}', requestContext: { requestId: 'the-same', http: { method: 'POST' } } };
  const context = { awsRequestId: 'invocation-1' };
  expect(adapt().handler(event, context)).toStrictEqual({
    event: { body: '{}', requestContext: { requestId: 'invocation-1', http: { method: 'POST' } } },
    context,
  });
});

it('Adapting a template changes only handlers', () => {
  const { Resources } = adapt();
  expect(Resources).toMatchObject({
    Checkin: { Properties: { Timeout: 5 }, Metadata: { 'aws:asset:path': 'asset.1', 'aws:asset:is-bundled': true } },
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'Users' } },
  });
});

it('An adapted function with a wrong handler name still fails', () => {
  writeTemplate('index.handle');
  expect(() => adapt().handler({}, {})).toThrow('handle is not a function');
});
