import { isDeepStrictEqual } from 'node:util';
import { fullDiff, ResourceImpact, type ResourceDifference } from '@aws-cdk/cloudformation-diff';

export type TemplateJson = Readonly<Record<string, unknown>>;

/** A resource that would lose its data, its identity or its use in a deployment. */
export interface Loss {
  readonly logicalId: string;
  readonly type: string;
  /**
   * `orphaned`: the resource stays in the account, but the service no longer uses it. `restreamed`: a table gets a new stream.
   */
  readonly effect: 'replaced' | 'deleted' | 'orphaned' | 'restreamed';
  /** Names of the properties whose change replaces the resource. */
  readonly causes: readonly string[];
}

/** What speaks against deploying a template. */
interface Objections {
  readonly losses: Loss[];
  /** Changes of indexes with which the deployment would fail, in sentences. */
  readonly indexChanges: string[];
  /** Logical ids of resources that would no longer outlive their stack, because `keepData` is switched off. */
  readonly noLongerKept: string[];
}

/** What would happen if a resource of the type were lost. */
export const consequenceByType: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'The service would continue with a new, empty table.',
  'AWS::SecretsManager::Secret': 'Every token that it signed, or every call that it authenticates, would be rejected.',
  'AWS::CloudFront::Distribution': 'Its address would change, so gates or people could not reach the service.',
  'AWS::Cognito::UserPool': 'Every account of the console would be gone.',
  'AWS::ApiGatewayV2::Api':
    'The address would change: clients could not reach the service, and every token would be rejected.',
  'AWS::ApiGatewayV2::DomainName': 'Clients could not reach the service at its domain.',
  'AWS::SNS::Topic': 'Its subscribers would get no more messages.',
  'AWS::SQS::Queue': 'The failed pushes in it could not be replayed.',
  'AWS::Cognito::UserPoolDomain': 'The address of the sign-in would change, and passkeys would no longer work.',
  'AWS::Cognito::UserPoolClient': 'Everyone would be signed out of the console, and its client id would change.',
  'AWS::KMS::Key': 'The data that it encrypts could no longer be read.',
};

/** Returns the effect on a resource that is missing in the new template, or has another type there. */
const effectOf = ({
  changeImpact,
  isUpdate,
  oldResourceType,
  newResourceType,
}: ResourceDifference): Loss['effect'] | undefined => {
  if (changeImpact === ResourceImpact.WILL_DESTROY) return 'deleted';
  if (changeImpact === ResourceImpact.WILL_ORPHAN) return 'orphaned';
  return isUpdate && oldResourceType !== newResourceType ? 'replaced' : undefined;
};

interface AttributeDefinition {
  readonly AttributeName: string;
  readonly AttributeType: string;
}

/**
 * When the attribute definitions of a table change, CloudFormation replaces the table only if an existing attribute gets a new
 * type. A new index only adds attributes, so the table stays.
 */
const changesAttributeType = (before: unknown, after: unknown): boolean => {
  const types = new Map(
    (after as AttributeDefinition[]).map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  );
  return (before as AttributeDefinition[]).some(
    ({ AttributeName, AttributeType }) => types.has(AttributeName) && types.get(AttributeName) !== AttributeType,
  );
};

const causesOf = (difference: ResourceDifference): string[] =>
  Object.entries(difference.propertyUpdates)
    .filter(([name, { changeImpact, oldValue, newValue }]) => {
      if (name === 'AttributeDefinitions') return changesAttributeType(oldValue, newValue);
      return changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE;
    })
    .map(([name]) => name);

interface Index {
  readonly IndexName: string;
  readonly KeySchema: object;
  readonly Projection: object;
}

const hasOtherDefinition = (index: Index, successor: Index | undefined): boolean =>
  successor !== undefined &&
  !isDeepStrictEqual([index.KeySchema, index.Projection], [successor.KeySchema, successor.Projection]);

/**
 * Says why changed indexes of a table would make a deployment fail. DynamoDB creates or deletes one index of a table at a time,
 * and CloudFormation cannot change an index (DynamoDB Developer Guide, Managing global secondary indexes).
 */
const describeIndexChanges = (table: string, before: readonly Index[], after: readonly Index[]): string[] => {
  const [old, successors] = [before, after].map((indexes) => new Map(indexes.map((each) => [each.IndexName, each])));
  const createdOrDeleted = [
    ...before.filter(({ IndexName }) => !successors?.has(IndexName)),
    ...after.filter(({ IndexName }) => !old?.has(IndexName)),
  ];
  const redefined = before.filter((index) => hasOtherDefinition(index, successors?.get(index.IndexName)));
  const namesOf = (indexes: readonly Index[]) => indexes.map(({ IndexName }) => IndexName).join(' and ');
  return [
    ...(createdOrDeleted.length > 1
      ? [
          `the indexes ${namesOf(createdOrDeleted)} of ${table} would change at once. DynamoDB creates or deletes one index of a table at a time: deploy once for each.`,
        ]
      : []),
    ...(redefined.length > 0
      ? [
          `the key or the attributes of ${namesOf(redefined)} of ${table} would change. An index cannot change: add one with another name first.`,
        ]
      : []),
  ];
};

const isKept = (deletionPolicy: string | undefined): boolean => deletionPolicy?.startsWith('Retain') ?? false;

/** Compares the resources of a type in {@link consequenceByType}. */
export const findObjections = (deployed: TemplateJson, next: TemplateJson): Objections => {
  const objections: Objections = { losses: [], indexChanges: [], noLongerKept: [] };
  const { losses, indexChanges, noLongerKept } = objections;
  fullDiff(deployed, next).resources.forEachDifference((logicalId, difference) => {
    const type = difference.oldResourceType;
    if (type === undefined || consequenceByType[type] === undefined) return;
    const causes = difference.isUpdate ? causesOf(difference) : [];
    const effect = causes.length > 0 ? 'replaced' : effectOf(difference);
    if (effect !== undefined) losses.push({ logicalId, type, effect, causes });
    const { StreamSpecification: stream, GlobalSecondaryIndexes: indexes } = difference.propertyUpdates;
    // Records that are still in the old stream would never be delivered.
    if (stream?.oldValue) losses.push({ logicalId, type, effect: 'restreamed', causes: ['StreamSpecification'] });
    if (indexes) indexChanges.push(...describeIndexChanges(logicalId, indexes.oldValue ?? [], indexes.newValue ?? []));
    const { DeletionPolicy: policy } = difference.otherChanges;
    if (policy && isKept(policy.oldValue) && !isKept(policy.newValue)) noLongerKept.push(logicalId);
  });
  return objections;
};
