import { compare, type Measure } from '../harness/row.ts';
import { makeStubEvent, stubEnvironment } from '../harness/stub-aws.ts';
import { timeWarm } from '../harness/warm-subjects.ts';

const CALLS = 500;
const ROUNDS = 31;

const modules = { service: 'functions/checkin/handler.ts', bare: 'test/tools/bench/peers/bare/handler.ts' } as const;

export const measure: Measure = {
  describes: 'a warm check-in whose SDK calls are answered without a network, over a bare handler with the same calls',
  run: async () => {
    const environment = { ...stubEnvironment('http://127.0.0.1:9'), BENCH_STUB_TRANSPORT: '1' };
    const times = await timeWarm({ modules, environment, event: await makeStubEvent(), calls: CALLS, rounds: ROUNDS });
    return [
      compare({
        what: 'warm check-in, stub transport',
        unit: 'µs',
        ours: times.service,
        peerName: 'bare',
        peer: times.bare,
        limit: { relation: '<=', value: 1.05 },
      }),
    ];
  },
};
