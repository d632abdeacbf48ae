import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { interleave } from './interleave.ts';
import type { Samples } from './samples.ts';
import { startSubject, type Subject } from './subject.ts';

interface WarmRun<Name extends string> {
  /** The modules of the functions, relative to the project. */
  readonly modules: Readonly<Record<Name, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: APIGatewayProxyEventV2;
  readonly calls: number;
  readonly rounds: number;
}

const start = (module: string, environment: Readonly<Record<string, string>>): Promise<Subject> =>
  startSubject(join(import.meta.dirname, 'warm-function.ts'), {
    ...environment,
    BENCH_FUNCTION: join(PROJECT_DIRECTORY, module),
  });

const assertAnswers = async (name: string, subject: Subject, event: APIGatewayProxyEventV2): Promise<void> => {
  const { statusCode, body } = await subject.ask<{ statusCode: number; body?: string }>('callOnce', { event });
  if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`);
};

/** Warm functions, each in its own process, called in alternating batches. @returns processor time in microseconds a call */
export const timeWarm = async <Name extends string>(run: WarmRun<Name>): Promise<Record<Name, Samples>> => {
  const { modules, environment, event, calls, rounds } = run;
  const subjects = new Map<Name, Subject>();
  try {
    for (const [name, module] of Object.entries(modules) as [Name, string][]) {
      const subject = await start(module, environment);
      subjects.set(name, subject);
      await assertAnswers(name, subject, event);
    }
    const turns = [...subjects].map(([name, one]) => [name, () => one.ask<number>('call', { event, calls })] as const);
    return await interleave(Object.fromEntries(turns) as Record<Name, () => Promise<number>>, rounds);
  } finally {
    for (const subject of subjects.values()) await subject.stop();
  }
};
