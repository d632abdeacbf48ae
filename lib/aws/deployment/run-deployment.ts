import { FIRST_DEPLOYMENT_CONTEXT, type DeployArguments } from './deploy-arguments.ts';
import { findObjections, type TemplateJson } from './find-objections.ts';

export interface SynthesisedStack {
  readonly name: string;
  readonly template: TemplateJson;
  readonly isProtected: boolean;
  /** ARN of the bootstrap's role that may read the stack; undefined if the bootstrap has no such role. */
  readonly lookupRole?: string;
}

interface DeploymentTools {
  /** Runs the CDK's command line. Resolves with its exit code. */
  readonly runCdk: (words: readonly string[]) => Promise<number>;
  readonly readStacks: (directory: string) => readonly SynthesisedStack[];
  /** Returns the template that a stack was deployed with; undefined if the stack does not exist yet. */
  readonly readDeployed: (stack: SynthesisedStack) => Promise<TemplateJson | undefined>;
  readonly print: (line: string) => void;
}

/** Reasons not to deploy, in sentences. */
const reasonsAgainst = (
  { name, template }: SynthesisedStack,
  deployed: TemplateJson,
  allowed: ReadonlySet<string>,
): string[] =>
  findObjections(deployed, template)
    .filter(({ allow }) => allow === undefined || !allowed.has(allow))
    .map(({ sentence, allow }) => {
      const advice = allow === undefined ? '' : ` If that is what you want, add --allow-replacement ${allow}.`;
      return `Stack ${name}: ${sentence}${advice}`;
    });

/**
 * Creates new stacks without deletion protection, so that CloudFormation can remove them again if their creation fails. Then
 * synthesises all stacks with deletion protection, for the second pass.
 * @returns the exit code of the first command that fails; 0 if none does
 */
const createUnprotected = async (
  stacks: readonly SynthesisedStack[],
  { synth, deploy, outputDirectory }: DeployArguments,
  { runCdk, print }: DeploymentTools,
): Promise<number> => {
  const names = stacks.map(({ name }) => name);
  print(
    `First deployment of ${names.join(' and ')}: deletion protection is switched on by a second pass, after the first succeeds.`,
  );
  const context = ['-c', `${FIRST_DEPLOYMENT_CONTEXT}=${names.join(',')}`];
  const synthCode = await runCdk(['synth', '--quiet', '--output', outputDirectory, ...synth, ...context]);
  if (synthCode !== 0) return synthCode;
  const deployCode = await runCdk(['deploy', '--all', '--app', outputDirectory, ...deploy]);
  if (deployCode !== 0) return deployCode;
  return runCdk(['synth', '--quiet', '--output', outputDirectory, ...synth]);
};

/**
 * Synthesises all stacks, compares them with the deployed ones, and deploys them (twice if a stack with deletion
 * protection is new). Deploys nothing if there are {@link reasonsAgainst} it.
 * @returns the exit code of the process
 */
export const runDeployment = async (deployArguments: DeployArguments, tools: DeploymentTools): Promise<number> => {
  const { synth, deploy, outputDirectory, allowed } = deployArguments;
  const { runCdk, readStacks, readDeployed, print } = tools;
  const synthCode = await runCdk(['synth', '--quiet', '--output', outputDirectory, ...synth]);
  if (synthCode !== 0) return synthCode;
  const objections: string[] = [];
  const newStacks: SynthesisedStack[] = [];
  for (const stack of readStacks(outputDirectory)) {
    // There are only two stacks, so reading them in parallel would hardly be faster.
    const deployed = await readDeployed(stack);
    if (deployed) objections.push(...reasonsAgainst(stack, deployed, allowed));
    else if (stack.isProtected) newStacks.push(stack);
  }
  if (objections.length > 0) {
    for (const objection of objections) print(objection);
    print('Nothing was deployed.');
    return 1;
  }
  const exitCode = newStacks.length > 0 ? await createUnprotected(newStacks, deployArguments, tools) : 0;
  return exitCode === 0 ? runCdk(['deploy', '--all', '--app', outputDirectory, ...deploy]) : exitCode;
};
