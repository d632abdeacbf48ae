import { describe, expect, it } from '@jest/globals';
import { connectReplay } from '../../../../lib/cli/connection/connect-replay.ts';
import { operatorCredentials, serve } from '../../../support/serve.ts';
import { makeStores, runCommand, runJson } from '../run-command.ts';

/** Makes the stores of a stack with one failed delivery in each queue. */
const start = (isDelivered: boolean | Error, isInStream = true) => {
  const batch = { streamArn: 'stream', shardId: 'shard', startSequenceNumber: '1', endSequenceNumber: '1' };
  const waiting = [{ messageId: 'm', receipt: 'r', failed: { kind: 'discarded' as const, batch } }];
  return makeStores({
    connectReplay: async () => ({
      queue: { receive: async () => waiting.splice(0), remove: async () => undefined, release: async () => undefined },
      readStream: async () => (isInStream ? [{ dynamodb: { SequenceNumber: '1' } }] : undefined),
      deliver: async () => {
        if (isDelivered instanceof Error) throw isDelivered;
        return isDelivered;
      },
    }),
  });
};

describe.each(['pushes', 'events'])('%s replay', (noun) => {
  it('prints how many messages were replayed', async () => {
    expect(await runJson(start(true), [noun, 'replay'])).toEqual({
      code: 0,
      value: { replayed: 1, failed: 0, lost: 0 },
      stderr: '',
    });
  });

  it('fails if a message fails again, or has left the stream', async () => {
    expect(await runJson(start(true, false), [noun, 'replay'])).toMatchObject({ code: 1, value: { lost: 1 } });
    const { code, stdout, stderr } = await runCommand(start(false), [noun, 'replay']);
    expect([code, stderr]).toEqual([1, `Some ${noun} were not delivered.\n`]);
    expect(stdout).toMatch(/^Replayed 0 of 1 messages\. 1 failed again and stay in the queue; /);
  });

  it('says which services have a queue if this one has none', async () => {
    const { code, stderr } = await runCommand(makeStores({ connectReplay: async () => undefined }), [noun, 'replay']);
    const owner = { pushes: 'a stack', events: 'a stack with the setting eventBus' }[noun];
    expect([code, stderr]).toEqual([2, `This service has no queue of failed ${noun}: only ${owner} has one.\n`]);
  });

  it('prints the counts also if an error ends the replay', async () => {
    const { code, value, stderr } = await runJson(start(new Error('away')), [noun, 'replay']);
    expect([code, value]).toEqual([1, { replayed: 0, failed: 0, lost: 0 }]);
    expect(stderr).toContain('away');
  });
});

it.each([
  [{ batchItemFailures: [] }, true],
  [{ batchItemFailures: [{ itemIdentifier: '1' }] }, false],
  [{ errorMessage: 'Task timed out after 60.00 seconds' }, false],
])('A replay to a function that returns %j is a success: %j', async (returned, isDelivered) => {
  const lambda = await serve((_, response) => response.end(JSON.stringify(returned)));
  Object.assign(process.env, { ...operatorCredentials, AWS_ENDPOINT_URL_LAMBDA: lambda.url });
  expect(await connectReplay({ queueUrl: lambda.url, functionName: 'push' }).deliver([{}])).toBe(isDelivered);
  await lambda.stop();
});
