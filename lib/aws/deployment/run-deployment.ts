import type { DeployArguments } from './deploy-arguments.ts';
import {
  findMultipleIndexChanges,
  findLosses,
  consequenceByType,
  type Loss,
  type TemplateJson,
} from './find-losses.ts';

export interface SynthesisedStack {
  readonly name: string;
  readonly template: TemplateJson;
  /** ARN of the bootstrap's role that may read it; undefined in an assembly for another kind of bootstrap. */
  readonly lookupRole?: string;
}

interface DeploymentTools {
  /** Runs the CDK's command line. Resolves with its exit code. */
  readonly runCdk: (words: readonly string[]) => Promise<number>;
  /** The stacks of a cloud assembly. */
  readonly readStacks: (directory: string) => readonly SynthesisedStack[];
  /** The template that a stack was deployed with; undefined: there is no such stack yet. */
  readonly readDeployed: (stack: SynthesisedStack) => Promise<TemplateJson | undefined>;
  readonly print: (line: string) => void;
}

const describeLoss = (stackName: string, { logicalId, type, effect, causes }: Loss): string => {
  const why = causes.length > 0 ? `, because its ${causes.join(' and ')} changes` : '';
  return `Stack ${stackName}: ${logicalId} (${type}) would be ${effect}${why}. ${consequenceByType[type]}`;
};

/** Reasons not to deploy, in sentences. */
const reasonsAgainst = (
  { name, template }: SynthesisedStack,
  deployed: TemplateJson,
  allowed: ReadonlySet<string>,
): string[] => {
  const losses = findLosses(deployed, template).filter(({ logicalId }) => !allowed.has(logicalId));
  const indexChanges = findMultipleIndexChanges(deployed, template);
  return [
    ...losses.map(
      (loss) => `${describeLoss(name, loss)} If that is what you want, add --allow-replacement ${loss.logicalId}.`,
    ),
    ...indexChanges.map(
      ({ logicalId, names }) =>
        `Stack ${name}: the indexes ${names.join(' and ')} of ${logicalId} would change at once. DynamoDB creates or deletes one index of a table at a time: deploy once for each.`,
    ),
  ];
};

/**
 * Synthesises all stacks, compares them with the deployed ones, and deploys them. Deploys nothing if a table, secret, user pool
 * or API would be lost that the operator has not named.
 * @returns the exit code of the process
 */
export const runDeployment = async (
  { synth, deploy, outputDirectory, allowed }: DeployArguments,
  { runCdk, readStacks, readDeployed, print }: DeploymentTools,
): Promise<number> => {
  const synthesised = await runCdk(['synth', '--quiet', '--output', outputDirectory, ...synth]);
  if (synthesised !== 0) return synthesised;
  const objections: string[] = [];
  for (const stack of readStacks(outputDirectory)) {
    // Reads one after the other; there are only two.
    const deployed = await readDeployed(stack);
    if (deployed) objections.push(...reasonsAgainst(stack, deployed, allowed));
  }
  if (objections.length > 0) {
    for (const objection of objections) print(objection);
    print('Nothing was deployed.');
    return 1;
  }
  return runCdk(['deploy', '--all', '--app', outputDirectory, ...deploy]);
};
