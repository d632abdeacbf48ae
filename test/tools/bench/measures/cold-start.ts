import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCheckinEvent } from '../harness/checkin-event.ts';
import { bare, defaultCdk, frameworks, ours, type Build } from '../harness/checkin-builds.ts';
import { assertConformance, type Ask } from '../harness/conformance.ts';
import { interleave } from '../harness/interleave.ts';
import { startLambdaProcess } from '../harness/lambda-process.ts';
import { compare, type Measure, type Row } from '../harness/row.ts';
import type { Samples } from '../harness/samples.ts';
import { openServiceWorld } from '../harness/service-world.ts';
import { makeStubEvent, startStubAws, stubEnvironment } from '../harness/stub-aws.ts';

const ROUNDS = 17;
const builds: readonly Build[] = [ours, bare, defaultCdk, ...frameworks];

const directoryOf = (folder: string, { name }: Build): string => join(folder, name.replaceAll(/\W+/g, '-'));

const checkConformance = async (folder: string): Promise<void> => {
  const world = await openServiceWorld();
  try {
    const environment = await world.service.ask<Record<string, string>>('environment');
    const { accessToken } = await world.logIn();
    for (const build of builds) {
      const process = startLambdaProcess(directoryOf(folder, build), { ...environment, ...build.environment });
      const ask: Ask = async (headers, body) =>
        (await process.invoke(makeCheckinEvent(randomUUID(), headers, body))).result;
      await assertConformance(build.name, ask, world, accessToken).finally(process.stop);
    }
  } finally {
    await world.stop();
  }
};

type ColdStart = () => Promise<number>;

/** The processor time of a process until its first response, without the start of Node.js itself. */
const makeColdStart = async (folder: string, build: Build, url: string): Promise<ColdStart> => {
  const environment = { ...stubEnvironment(url), ...build.environment };
  const event = await makeStubEvent();
  return async () => {
    const process = startLambdaProcess(directoryOf(folder, build), environment);
    const { result, cpuMilliseconds } = await process.invoke(event);
    await process.stop();
    if (result.statusCode !== 200) throw new Error(`${build.name} answered ${result.body}`);
    return cpuMilliseconds;
  };
};

const timeAll = async (folder: string): Promise<Record<string, Samples>> => {
  const aws = await startStubAws();
  try {
    const starts = builds.map(async (build) => [build.name, await makeColdStart(folder, build, aws.url)] as const);
    return await interleave(Object.fromEntries(await Promise.all(starts)), ROUNDS);
  } finally {
    await aws.stop();
  }
};

const toRows = (times: Record<string, Samples>): Row[] => {
  const against = ({ name }: Build, limit: { relation: '<' | '<='; value: number }): Row =>
    compare({
      what: 'cold start of check-in, CPU',
      unit: 'ms',
      ours: times[ours.name] as Samples,
      peerName: name,
      peer: times[name] as Samples,
      limit,
    });
  return [
    against(bare, { relation: '<=', value: 1.2 }),
    against(defaultCdk, { relation: '<', value: 1 }),
    ...frameworks.map((build) => against(build, { relation: '<', value: 1 })),
  ];
};

export const measure: Measure = {
  describes: 'processor time of a fresh process that loads the deployed bundle and handles its first event',
  seconds: 50,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-cold-start-'));
    try {
      for (const build of builds) build.write(directoryOf(folder, build));
      await checkConformance(folder);
      return toRows(await timeAll(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
