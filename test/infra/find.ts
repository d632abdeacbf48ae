import { capitalise } from '../../lib/aws/constructs/capitalise.ts';

/** Properties have no types, as in CloudFormation. */
// oxlint-disable-next-line typescript/no-explicit-any -- a template has no types to check against
export type Properties = Record<string, any>;

export interface Resource {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: string[];
  readonly Metadata?: Record<string, unknown>;
}

/** A synthesised template. Tests must not change it, because all tests of a file share it. */
export class Template {
  readonly #json: Properties;

  constructor(json: Properties) {
    this.#json = json;
  }

  toJSON(): Properties {
    return this.#json;
  }

  findResources(type: string): Record<string, Resource> {
    return Object.fromEntries(Object.entries(resourcesOf(this)).filter(([, { Type }]) => Type === type));
  }

  findOutputs(): Properties {
    return this.#json['Outputs'] as Properties;
  }
}

const resourcesOf = (template: Template) => template.toJSON()['Resources'] as Record<string, Resource>;

/** All resources of a type. */
export const allOf = (template: Template, type: string): Resource[] => Object.values(template.findResources(type));

/** The properties of all resources of a type. */
export const allPropertiesOf = (template: Template, type: string): Properties[] =>
  allOf(template, type).map(({ Properties }) => Properties);

/** Finds the logical id of a construct's main resource by the path of the construct, such as `Tables/users`. */
export const idOf = (template: Template, path: string): string => {
  const prefix = path.split('/').map(capitalise).join('');
  const ids = Object.keys(resourcesOf(template)).filter((id) => id.replace(/[\dA-F]{8}$/, '') === prefix);
  if (ids.length !== 1) throw new Error(`${ids.length} resources are called ${prefix}`);
  return ids[0] as string;
};

export const propertiesOf = (template: Template, id: string): Properties =>
  (resourcesOf(template)[id] as Resource).Properties;

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
