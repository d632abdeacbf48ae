import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { PROJECT_DIRECTORY } from '../bundling.ts';
import type { SynthesisedStack } from './run-deployment.ts';
import type { TemplateJson } from './find-losses.ts';

/** Runs the CDK that the project pins, in this terminal. */
export const runCdk = async (words: readonly string[]): Promise<number> => {
  const cdk = join(PROJECT_DIRECTORY, 'node_modules/aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, ...words], { cwd: PROJECT_DIRECTORY, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
};

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly templateFile: string; readonly stackName?: string };
}

const read = (file: string) => JSON.parse(readFileSync(resolve(PROJECT_DIRECTORY, file), 'utf8')) as unknown;

/** The stacks of a cloud assembly, by its manifest. */
export const readStacks = (directory: string): SynthesisedStack[] => {
  const { artifacts } = read(join(directory, 'manifest.json')) as { artifacts: Record<string, Artifact> };
  return Object.entries(artifacts).flatMap(([id, { type, properties }]) =>
    type === 'aws:cloudformation:stack' && properties
      ? [
          {
            name: properties.stackName ?? id,
            template: read(join(directory, properties.templateFile)) as TemplateJson,
          },
        ]
      : [],
  );
};

/** Reads deployed templates with the operator's credentials. */
export const connectCloudFormation =
  (client: CloudFormationClient) =>
  async (StackName: string): Promise<TemplateJson | undefined> => {
    try {
      const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }));
      return JSON.parse(TemplateBody ?? '{}') as TemplateJson;
    } catch (error) {
      // CloudFormation's error if there is no such stack.
      if ((error as Error).name === 'ValidationError' && /does not exist/.test((error as Error).message))
        return undefined;
      throw error;
    }
  };
