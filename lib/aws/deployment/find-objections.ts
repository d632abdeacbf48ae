import { isDeepStrictEqual } from 'node:util';
import { fullDiff, ResourceImpact, type ResourceDifference } from '@aws-cdk/cloudformation-diff';

export type TemplateJson = Readonly<Record<string, unknown>>;

/** A reason not to deploy a template. */
interface Objection {
  readonly sentence: string;
  /** The value of --allow-replacement with which it is deployed nevertheless. Undefined if the deployment would fail. */
  readonly allow?: string;
}

/** The value of --allow-replacement that allows the setting `keepData` to be switched off. */
const KEEP_DATA = 'keepData';

/** What would happen if a resource of the type were lost. */
const consequenceByType: Readonly<Record<string, string>> = {
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
const effectOf = ({ changeImpact, isUpdate, oldResourceType, newResourceType }: ResourceDifference) => {
  if (changeImpact === ResourceImpact.WILL_DESTROY) return 'deleted';
  // It stays in the account, but the service no longer uses it.
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

/**
 * Says why changed indexes of a table would make a deployment fail. DynamoDB creates or deletes one index of a table at a time,
 * and CloudFormation cannot change an index (DynamoDB Developer Guide, Managing global secondary indexes).
 */
const describeIndexChanges = (table: string, before: readonly Index[], after: readonly Index[]): Objection[] => {
  const namesOf = (indexes: readonly Index[]) => indexes.map(({ IndexName }) => IndexName);
  const [old, next] = [namesOf(before), namesOf(after)];
  const createdOrDeleted = [
    ...old.filter((name) => !next.includes(name)),
    ...next.filter((name) => !old.includes(name)),
  ];
  const definitionOf = ({ KeySchema, Projection }: Index) => [KeySchema, Projection];
  const redefined = before.filter((index) => {
    const successor = after.find(({ IndexName }) => IndexName === index.IndexName);
    return successor && !isDeepStrictEqual(definitionOf(index), definitionOf(successor));
  });
  const objections: Objection[] = [];
  if (createdOrDeleted.length > 1)
    objections.push({
      sentence: `the indexes ${createdOrDeleted.join(' and ')} of ${table} would change at once. DynamoDB creates or deletes one index of a table at a time: deploy once for each.`,
    });
  if (redefined.length > 0)
    objections.push({
      sentence: `the key or the attributes of ${namesOf(redefined).join(' and ')} of ${table} would change. An index cannot change: add one with another name first.`,
    });
  return objections;
};

const isKept = (deletionPolicy: string | undefined): boolean => deletionPolicy?.startsWith('Retain') ?? false;

/** Finds what speaks against deploying a template: resources that would lose their data, their identity or their use. */
export const findObjections = (deployed: TemplateJson, next: TemplateJson): Objection[] => {
  const objections: Objection[] = [];
  const noLongerKept: string[] = [];
  fullDiff(deployed, next).resources.forEachDifference((logicalId, difference) => {
    const type = difference.oldResourceType;
    const consequence = type === undefined ? undefined : consequenceByType[type];
    if (consequence === undefined) return;
    const causes = difference.isUpdate ? causesOf(difference) : [];
    const effect = causes.length > 0 ? `replaced, because its ${causes.join(' and ')} changes` : effectOf(difference);
    const resource = `${logicalId} (${type})`;
    if (effect !== undefined)
      objections.push({ sentence: `${resource} would be ${effect}. ${consequence}`, allow: logicalId });
    const { StreamSpecification: stream, GlobalSecondaryIndexes: indexes } = difference.propertyUpdates;
    if (stream?.oldValue)
      objections.push({
        sentence: `${resource} would get another stream. Pushes and events that are still in the old stream would be lost.`,
        allow: logicalId,
      });
    if (indexes) objections.push(...describeIndexChanges(logicalId, indexes.oldValue ?? [], indexes.newValue ?? []));
    const { DeletionPolicy: policy } = difference.otherChanges;
    if (policy && isKept(policy.oldValue) && !isKept(policy.newValue)) noLongerKept.push(logicalId);
  });
  if (noLongerKept.length === 0) return objections;
  const sentence = `${noLongerKept.join(', ')} would be deleted with the stack, because keepData is switched off.`;
  return [...objections, { sentence, allow: KEEP_DATA }];
};
