import { makeCheckinEvent } from '../harness/checkin-event.ts';
import { compare, formatSpread, format, type Measure, type Row } from '../harness/row.ts';
import { differenceOf, type Samples } from '../harness/samples.ts';
import { timeWarm } from '../harness/warm-subjects.ts';

const CALLS = 20_000;
const ROUNDS = 7;

const modules = {
  service: 'test/tools/bench/peers/service/echo.ts',
  bare: 'test/tools/bench/peers/bare/echo.ts',
  hono: 'test/tools/bench/peers/hono/echo.ts',
  powertools: 'test/tools/bench/peers/powertools/echo.ts',
} as const;

const toShareRow = (share: Samples, { bare }: Record<keyof typeof modules, Samples>): Row => ({
  what: 'framework share of a call over bare, CPU',
  ours: `${format(share.median)} µs`,
  peer: `bare ${format(bare.median)} µs`,
  ratio: `+ ${formatSpread(share)} µs`,
  goal: '',
});

export const measure: Measure = {
  describes: "what the framework adds to a call: middy's chain, hono and the Powertools router over a bare function",
  seconds: 20,
  run: async () => {
    const event = makeCheckinEvent('request-1', { authorization: 'Bearer none' }, JSON.stringify({ id: 42 }));
    const times = await timeWarm({ modules, environment: {}, event, calls: CALLS, rounds: ROUNDS });
    const shareOf = (name: keyof typeof modules): Samples => differenceOf(times[name], times.bare);
    const ours = shareOf('service');
    const against = (peerName: string, peer: Samples, value: number): Row =>
      compare({
        what: 'framework share of a call over bare, CPU',
        unit: 'µs',
        ours,
        peerName,
        peer,
        limit: { relation: '<=', value },
      });
    return [
      toShareRow(ours, times),
      against('hono', shareOf('hono'), 0.3),
      against('Powertools router', shareOf('powertools'), 1),
    ];
  },
};
