import { parseArgs } from 'node:util';

/** The CDK context key whose value lists, separated by commas, the stacks that `npm run deploy` is about to create. */
export const FIRST_DEPLOYMENT_CONTEXT = 'checkin:first-deployment';

export interface DeployArguments {
  /** Options of `cdk synth`: the stage, its settings and the profile. */
  readonly synth: readonly string[];
  /** Options of `cdk deploy`: the profile, and all options that `npm run deploy` does not read itself. */
  readonly deploy: readonly string[];
  readonly outputDirectory: string;
  readonly profile: string | undefined;
  /** Logical ids of resources that may be replaced or deleted, and `keepData` if this setting may be switched off. */
  readonly allowed: ReadonlySet<string>;
}

const OPTIONS = {
  context: { type: 'string', short: 'c' },
  output: { type: 'string', short: 'o' },
  profile: { type: 'string' },
  'allow-replacement': { type: 'string' },
} as const;

/** Returns the help of `npm run deploy`; undefined if the options do not ask for help. */
export const deployHelp = (options: readonly string[]): string | undefined =>
  options.includes('--help') || options.includes('-h')
    ? `Synthesises, compares and deploys every stack of a stage; see docs/deployment.md.

npm run deploy -- -c stage=STAGE [-c SETTING=VALUE …] [options of cdk deploy]

  -c stage=STAGE                  the stage, from lib/aws/stages.ts
  -c SETTING=VALUE                overrides a setting of the stage, for this deployment only
  --allow-replacement LOGICAL_ID  allow this resource to be replaced or deleted
  --allow-replacement keepData    allow the setting keepData to be switched off
  --profile NAME                  the AWS profile
  --output FOLDER                 the folder for the templates (cdk.out)`
    : undefined;

/**
 * Divides the options of `npm run deploy` between `cdk synth` and `cdk deploy`, both of which it runs.
 * @throws Error if an option that needs a value has none
 */
export const readDeployArguments = (words: readonly string[]): DeployArguments => {
  const { tokens } = parseArgs({ args: [...words], options: OPTIONS, strict: false, tokens: true });
  const values = { context: [], output: [], profile: [], 'allow-replacement': [] } as Record<string, string[]>;
  const deploy: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') deploy.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(OPTIONS, name)) deploy.push(inlineValue ? `${rawName}=${value}` : rawName);
    else if (value === undefined) throw new Error(`${rawName} needs a value.`);
    else values[name]?.push(value);
  }
  const profile = values['profile']?.at(-1);
  const profileOption = profile === undefined ? [] : ['--profile', profile];
  return {
    synth: [...(values['context'] ?? []).flatMap((pair) => ['-c', pair]), ...profileOption],
    deploy: [...deploy, ...profileOption],
    outputDirectory: values['output']?.at(-1) ?? 'cdk.out',
    profile,
    allowed: new Set(values['allow-replacement']),
  };
};
