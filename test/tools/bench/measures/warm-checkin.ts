import { compare, type Measure } from '../harness/row.ts';
import { makeStubEvent, stubEnvironment } from '../harness/stub-aws.ts';
import { timeWarm } from '../harness/warm-subjects.ts';

const CALLS = 300;
const ROUNDS = 15;

const modules = { service: 'functions/checkin/handler.ts', bare: 'test/tools/bench/peers/bare/handler.ts' } as const;

export const measure: Measure = {
  describes: 'processor time of a warm check-in without a network, against a bare handler that writes no log entry',
  seconds: 25,
  run: async () => {
    const environment = { ...stubEnvironment('http://127.0.0.1:9'), BENCH_STUB_TRANSPORT: '1' };
    const times = await timeWarm({ modules, environment, event: await makeStubEvent(), calls: CALLS, rounds: ROUNDS });
    return [
      compare({
        what: 'warm check-in, stub transport, CPU',
        unit: 'µs',
        ours: times.service,
        peerName: 'bare',
        peer: times.bare,
      }),
    ];
  },
};
