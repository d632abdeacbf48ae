import { functionNeeds } from '../../lib/aws/function-needs.ts';
import { functionNamed, idOf, type Properties, type Template } from './find.ts';

interface Statement {
  readonly Effect: string;
  readonly Action?: string | string[];
  readonly NotAction?: unknown;
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
}

type List<Item> = Item | Item[] | undefined;

const asList = <Item>(value: List<Item>): Item[] => (value === undefined ? [] : ([value].flat() as Item[]));

/** Actions that read or change a secret, and those that change the items of a table. */
const SECRET_ACTIONS = [
  'GetSecretValue',
  'BatchGetSecretValue',
  'PutSecretValue',
  'UpdateSecret',
  'PutResourcePolicy',
].map((action) => `secretsmanager:${action}`);
const WRITE_ACTIONS = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'PartiQLInsert',
  'PartiQLUpdate',
  'PartiQLDelete',
].map((action) => `dynamodb:${action}`);

/** Whether a pattern of IAM (`*`, `?`) matches an action, which IAM compares without regard to case. */
const matches = (pattern: string, action: string): boolean => {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 'i').test(action);
};

/** The actions of a list that a statement may allow. `NotAction` allows all but a few: it counts as all. */
const allowed = ({ Effect, Action, NotAction }: Statement, actions: readonly string[]): string[] =>
  Effect === 'Allow'
    ? actions.filter((action) => NotAction !== undefined || asList(Action).some((pattern) => matches(pattern, action)))
    : [];

/** The statements of a role: inline, in policies of its own stack and in managed ones. A managed policy of AWS cannot be read here. */
const statementsOf = (template: Template, roleId: string): Statement[] => {
  const { Policies = [], ManagedPolicyArns = [] } = template.findResources('AWS::IAM::Role')[roleId]?.Properties ?? {};
  if (asList<unknown>(ManagedPolicyArns).length > 0) return [{ Effect: 'Allow', Action: '*', Resource: '*' }];
  const isAttached = ({ Roles = [] }: Properties): boolean =>
    (Roles as unknown[]).some((role) => JSON.stringify(role).includes(`"${roleId}"`));
  const attached = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy'].flatMap((type) =>
    Object.values(template.findResources(type))
      .map(({ Properties }) => Properties)
      .filter((policy) => isAttached(policy) || JSON.stringify(policy['RoleName'] ?? '').includes(`"${roleId}"`)),
  );
  return [...(Policies as Properties[]), ...attached].flatMap(({ PolicyDocument }) =>
    asList(PolicyDocument.Statement as List<Statement>),
  );
};

const tableTypes = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];

/** Whether a resource may be the table of public keys. Only an exact reference to another table is not. */
const mayBePublicKeys = (template: Template, resource: unknown): boolean => {
  const text = JSON.stringify(resource);
  const ids = tableTypes.flatMap((type) => Object.keys(template.findResources(type)));
  const ownName =
    ids.find((id) => text.includes(`"${id}"`)) ?? /"OutputName":"(?<name>\w+Table)"/.exec(text)?.groups?.['name'];
  return ownName === undefined || ownName.includes('SigningKeys');
};

const mayNamePublicKeys = (template: Template, { Resource, NotResource }: Statement): boolean =>
  NotResource !== undefined || asList<unknown>(Resource).some((resource) => mayBePublicKeys(template, resource));

const isInTemplate = (template: Template, name: string): boolean => {
  try {
    return idOf(template, `functions/${name}Function`) !== '';
  } catch {
    return false;
  }
};

/** Which functions sign tokens, and which one publishes keys. */
const signers = new Set(['auth', 'refresh']);
const PUBLISHER = 'auth';

/**
 * Resolves the role of each function of a template and lists what would let a function that verifies tokens make them: reading or
 * changing a secret, or writing a public key.
 */
export const findKeyMisuse = (template: Template): string[] => {
  const resourcePolicies = Object.keys(template.findResources('AWS::SecretsManager::ResourcePolicy'));
  const found = Object.keys(functionNeeds)
    .filter((name) => isInTemplate(template, name))
    .flatMap((name) => {
      const { Role } = functionNamed(template, name).Properties;
      const roleId = (Role as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt']?.[0];
      if (roleId === undefined) return [`${name} has a role of another stack`];
      const readable = signers.has(name) ? ['secretsmanager:GetSecretValue'] : [];
      const writable = name === PUBLISHER ? ['dynamodb:PutItem', 'dynamodb:UpdateItem'] : [];
      return statementsOf(template, roleId).flatMap((statement) =>
        [
          ...allowed(statement, SECRET_ACTIONS).filter((action) => !readable.includes(action)),
          ...(mayNamePublicKeys(template, statement)
            ? allowed(statement, WRITE_ACTIONS)
                .filter((action) => !writable.includes(action))
                .map((action) => `${action} on the public keys`)
            : []),
        ].map((what) => `${name} may ${what}`),
      );
    });
  return [...resourcePolicies.map((id) => `${id} lets others read a secret`), ...found];
};
