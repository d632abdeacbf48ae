export interface DeployArguments {
  /** For `cdk synth`: the stage, its settings and the output folder. */
  readonly synth: readonly string[];
  /** For `cdk deploy`: everything else. */
  readonly deploy: readonly string[];
  readonly outputDirectory: string;
  readonly profile: string | undefined;
  /** Logical ids of resources that may be replaced or deleted. */
  readonly allowed: ReadonlySet<string>;
}

const optionNames: Readonly<Record<string, string>> = {
  '-c': 'context',
  '--context': 'context',
  '-o': 'output',
  '--output': 'output',
  '--profile': 'profile',
  '--allow-replacement': 'allow',
};

/** Returns the help of `npm run deploy`; undefined if the options do not ask for help. */
export const deployHelp = (options: readonly string[]): string | undefined =>
  options.includes('--help') || options.includes('-h')
    ? `Synthesises, compares and deploys every stack of a stage; see docs/deployment.md.

npm run deploy -- -c stage=STAGE [-c SETTING=VALUE …] [options of cdk deploy]

  -c stage=STAGE                  the stage, from lib/aws/stages.ts
  -c SETTING=VALUE                another value for a setting of the stage, for this deployment
  --allow-replacement LOGICAL_ID  allow this resource to be replaced or deleted
  --allow-replacement keepData    allow the setting keepData to be switched off
  --profile NAME                  the AWS profile
  --output FOLDER                 the folder for the templates (cdk.out)`
    : undefined;

/**
 * Divides the options of `npm run deploy` between the two commands that it runs.
 * @throws Error if an option that needs a value has none
 */
export const readDeployArguments = (words: readonly string[]): DeployArguments => {
  const values: Record<string, string[]> = { context: [], output: [], profile: [], allow: [] };
  const deploy: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [option, ...inline] = word.split('=') as [string, ...string[]];
    const name = word.startsWith('--') ? optionNames[option] : optionNames[word];
    if (name === undefined) {
      deploy.push(word);
    } else {
      const value = word.startsWith('--') && inline.length > 0 ? inline.join('=') : rest.shift();
      if (value === undefined) throw new Error(`${option} needs a value.`);
      values[name]?.push(value);
    }
  }
  const profile = values['profile']?.at(-1);
  const profileOption = profile === undefined ? [] : ['--profile', profile];
  return {
    synth: [...(values['context'] ?? []).flatMap((pair) => ['-c', pair]), ...profileOption],
    deploy: [...deploy, ...profileOption],
    outputDirectory: values['output']?.at(-1) ?? 'cdk.out',
    profile,
    allowed: new Set(values['allow']),
  };
};
