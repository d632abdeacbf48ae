import { capitalise } from '../../lib/aws/constructs/capitalise.ts';

/** Properties have no types, as in CloudFormation. */
// oxlint-disable-next-line typescript/no-explicit-any -- a template has no types to check against
export type Properties = Record<string, any>;

export interface Resource {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: string[];
  readonly Metadata?: Record<string, unknown>;
}

/** A synthesised template. Tests must not change it, because all tests of a file share it. */
export interface Template {
  readonly [section: string]: unknown;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Properties;
}

/** The logical ids of all resources of a type. */
export const idsOf = ({ Resources }: Template, type: string): string[] =>
  Object.keys(Resources).filter((id) => Resources[id]?.Type === type);

/** All resources of a type. */
export const allOf = ({ Resources }: Template, type: string): Resource[] =>
  Object.values(Resources).filter(({ Type }) => Type === type);

/** The properties of all resources of a type. */
export const allPropertiesOf = (template: Template, type: string): Properties[] =>
  allOf(template, type).map(({ Properties }) => Properties);

/** The properties of the only resource of a type. */
export const onlyPropertiesOf = (template: Template, type: string): Properties => {
  const [only, ...others] = allPropertiesOf(template, type);
  if (only === undefined || others.length > 0) throw new Error(`There must be one ${type}.`);
  return only;
};

/** Finds the logical id of a construct's main resource by the path of the construct, such as `Tables/users`. */
export const idOf = ({ Resources }: Template, path: string): string => {
  const prefix = path.split('/').map(capitalise).join('');
  const ids = Object.keys(Resources).filter((id) => id.replace(/[\dA-F]{8}$/, '') === prefix);
  if (ids.length !== 1) throw new Error(`${ids.length} resources are called ${prefix}`);
  return ids[0] as string;
};

export const propertiesOf = ({ Resources }: Template, id: string): Properties => (Resources[id] as Resource).Properties;

/** Makes a value readable: `{Ref: X}` and `{Fn::GetAtt: [X, Arn]}` become X, and joins become text. */
export const readable = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[kind, argument]] = Object.entries(value as object) as [[string, unknown]];
  // The hash at the end; a version has two.
  if (kind === 'Ref') return (argument as string).replace(/[\dA-F]{8}[\da-f]*$/, '');
  if (kind === 'Fn::GetAtt') return readable({ Ref: (argument as string[])[0] });
  if (kind === 'Fn::GetStackOutput') return (argument as { OutputName: string }).OutputName;
  if (kind === 'Fn::Join') return (argument as [string, unknown[]])[1].map(readable).join('');
  throw new Error(`cannot read ${kind}`);
};

/** Finds a Lambda function by the name that this project gives it, such as `auth`. */
export const functionNamed = (
  template: Template,
  name: string,
): { readonly id: string; readonly Properties: Properties } => {
  const id = idOf(template, `functions/${name}Function`);
  return { id, Properties: propertiesOf(template, id) };
};

/** Sorts a list of names whose order has no meaning. */
export const sorted = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
