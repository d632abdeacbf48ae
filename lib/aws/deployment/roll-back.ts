import {
  CancelUpdateStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
  type CloudFormationClient,
} from '@aws-sdk/client-cloudformation';
import {
  GetAliasCommand,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
  type LambdaClient,
} from '@aws-sdk/client-lambda';

interface AliasName {
  readonly functionName: string;
  readonly aliasName: string;
}

export interface AliasState extends AliasName {
  /** The number of the version that has all traffic or, while traffic moves to another version, the remaining traffic. */
  readonly version: number;
  /** Whether a part of the traffic goes to a newer version. */
  readonly isMoving: boolean;
  readonly versions: readonly { readonly number: number; readonly publishedAt: number }[];
}

interface AliasMove extends AliasName {
  readonly from: number;
  readonly to: number;
}

/**
 * The max time in which a release publishes its versions. It allows for the console's stack, which is deployed only after the
 * service's traffic has shifted.
 */
const MAX_RELEASE_MILLISECONDS = 2 * 60 * 60_000;

const newestOf = ({ versions }: AliasState) =>
  versions.reduce((one, other) => (other.number > one.number ? other : one));

/**
 * Returns the moves that undo the last release. A function that the release did not change stays as it is, because moving it
 * would undo an earlier release. So does a function that is not at its newest version, because it has already been moved back.
 */
export const planRollback = (aliases: readonly AliasState[]): AliasMove[] => {
  const released = aliases.filter(({ versions }) => versions.length > 0);
  const last = Math.max(...released.map((alias) => newestOf(alias).publishedAt));
  return released.flatMap((alias) => {
    const { functionName, aliasName, version, isMoving, versions } = alias;
    const newest = newestOf(alias);
    if (newest.publishedAt < last - MAX_RELEASE_MILLISECONDS) return [];
    if (isMoving) return [{ functionName, aliasName, from: newest.number, to: version }];
    const previous = Math.max(...versions.map(({ number }) => number).filter((number) => number < version));
    return version === newest.number && previous > 0 ? [{ functionName, aliasName, from: version, to: previous }] : [];
  });
};

interface Clients {
  readonly cloudFormation: CloudFormationClient;
  readonly lambda: LambdaClient;
}

/** Lists the aliases of a stack. Reads their names from their ARNs. */
const listAliases = async (client: CloudFormationClient, StackName: string): Promise<AliasName[]> => {
  const found: AliasName[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType, PhysicalResourceId = '' } of StackResourceSummaries) {
      const [functionName = '', aliasName = ''] = PhysicalResourceId.split(':').slice(-2);
      if (ResourceType === 'AWS::Lambda::Alias') found.push({ functionName, aliasName });
    }
  }
  return found;
};

const readAlias = async (client: LambdaClient, { functionName, aliasName }: AliasName): Promise<AliasState> => {
  const alias = await client.send(new GetAliasCommand({ FunctionName: functionName, Name: aliasName }));
  const versions: { number: number; publishedAt: number }[] = [];
  for await (const page of paginateListVersionsByFunction({ client }, { FunctionName: functionName })) {
    for (const { Version = '', LastModified = '' } of page.Versions ?? []) {
      if (Version !== '$LATEST') versions.push({ number: Number(Version), publishedAt: Date.parse(LastModified) });
    }
  }
  const isMoving = Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0;
  return { functionName, aliasName, version: Number(alias.FunctionVersion), isMoving, versions };
};

/** Returns the status of a stack; undefined if there is no such stack. */
const readStatus = async (client: CloudFormationClient, StackName: string) => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return stack?.StackStatus;
  } catch (error) {
    if ((error as Error).name === 'ValidationError') return undefined;
    throw error;
  }
};

/**
 * Moves the aliases of the service's stack and of the console's, if there is one, and so all traffic at once, back to the
 * versions before the last release. Cancels stack updates in progress, so that CodeDeploy and CloudFormation do not move the
 * traffic forward again.
 * @param isDryRun true: finds the moves, but performs none
 * @returns the moves; empty if there is nothing to go back to
 */
export const rollBack = async (
  { cloudFormation, lambda }: Clients,
  serviceStack: string,
  isDryRun: boolean,
): Promise<AliasMove[]> => {
  const consoleStack = `${serviceStack}-console`;
  const hasConsole = (await readStatus(cloudFormation, consoleStack)) !== undefined;
  const stackNames = hasConsole ? [serviceStack, consoleStack] : [serviceStack];
  const aliases: AliasState[] = [];
  for (const stackName of stackNames) {
    for (const alias of await listAliases(cloudFormation, stackName)) aliases.push(await readAlias(lambda, alias));
  }
  const moves = planRollback(aliases);
  if (isDryRun) return moves;
  for (const { functionName, aliasName, to } of moves) {
    await lambda.send(
      new UpdateAliasCommand({
        FunctionName: functionName,
        Name: aliasName,
        FunctionVersion: String(to),
        RoutingConfig: { AdditionalVersionWeights: {} },
      }),
    );
  }
  for (const StackName of stackNames) {
    if ((await readStatus(cloudFormation, StackName)) === 'UPDATE_IN_PROGRESS')
      await cloudFormation.send(new CancelUpdateStackCommand({ StackName }));
  }
  return moves;
};
