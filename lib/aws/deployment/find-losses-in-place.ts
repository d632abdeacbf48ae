import { consequenceByType, type Loss, type TemplateJson } from './find-objections.ts';

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: {
    readonly StreamSpecification?: object;
    readonly GlobalSecondaryIndexes?: readonly object[];
  };
}

const pairsOf = (deployed: TemplateJson, next: TemplateJson): (readonly [string, Resource, Resource])[] => {
  const [before, after] = [deployed, next].map((each) => (each['Resources'] ?? {}) as Record<string, Resource>);
  return Object.entries(before ?? {}).flatMap(([id, resource]) => {
    const successor = after?.[id];
    return successor?.Type === resource.Type ? [[id, resource, successor] as const] : [];
  });
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Finds tables that would get a new stream. Records that are still in the old stream would never be delivered. */
export const findLostStreams = (deployed: TemplateJson, next: TemplateJson): Loss[] =>
  pairsOf(deployed, next).flatMap(([logicalId, { Type: type, Properties: old }, { Properties: fresh }]) =>
    old?.StreamSpecification && !isSame(old.StreamSpecification, fresh?.StreamSpecification)
      ? [{ logicalId, type, effect: 'restreamed', causes: ['StreamSpecification'] } as const]
      : [],
  );

interface Index {
  readonly IndexName: string;
  readonly KeySchema: object;
  readonly Projection: object;
}

const indexesOf = ({ Properties }: Resource) => (Properties?.GlobalSecondaryIndexes ?? []) as readonly Index[];

const namesOf = (table: Resource): string[] => indexesOf(table).map(({ IndexName }) => IndexName);

const isRedefined = (index: Index, successor: Index | undefined): boolean =>
  successor !== undefined && !isSame([index.KeySchema, index.Projection], [successor.KeySchema, successor.Projection]);

/**
 * Finds changes of a table's indexes with which a deployment would fail, and says why. DynamoDB creates or deletes one index of
 * a table at a time, and CloudFormation cannot change an index (DynamoDB Developer Guide, Managing global secondary indexes).
 */
export const findIndexChanges = (deployed: TemplateJson, next: TemplateJson): string[] =>
  pairsOf(deployed, next).flatMap(([logicalId, old, fresh]) => {
    const [before, after] = [namesOf(old), namesOf(fresh)];
    const createdOrDeleted = [
      ...before.filter((name) => !after.includes(name)),
      ...after.filter((name) => !before.includes(name)),
    ];
    const successors = new Map(indexesOf(fresh).map((index) => [index.IndexName, index]));
    const redefined = indexesOf(old).filter((index) => isRedefined(index, successors.get(index.IndexName)));
    const changes: string[] = [];
    if (createdOrDeleted.length > 1) {
      changes.push(
        `the indexes ${createdOrDeleted.join(' and ')} of ${logicalId} would change at once. DynamoDB creates or deletes one index of a table at a time: deploy once for each.`,
      );
    }
    if (redefined.length > 0) {
      const names = redefined.map(({ IndexName }) => IndexName).join(' and ');
      changes.push(
        `the key or the attributes of ${names} of ${logicalId} would change. An index cannot change: add one with another name first.`,
      );
    }
    return changes;
  });

/** Finds resources with data that would no longer outlive their stack, because `keepData` is switched off. */
export const findNoLongerKept = (deployed: TemplateJson, next: TemplateJson): string[] =>
  pairsOf(deployed, next)
    .filter(([, old, fresh]) => old.DeletionPolicy?.startsWith('Retain') && !fresh.DeletionPolicy?.startsWith('Retain'))
    .filter(([, { Type }]) => consequenceByType[Type] !== undefined)
    .map(([id]) => id);
