import { describe, expect, it } from '@jest/globals';
import { functionNamed, idOf, Template, type Properties } from './find.ts';
import { findKeyMisuse } from './key-permissions.ts';
import { consoleTemplate, everySetting, serviceTemplate } from './synthesise.ts';

const service = await serviceTemplate();
const consoleStack = await consoleTemplate();
const [fullService, fullConsole] = await Promise.all([serviceTemplate(everySetting), consoleTemplate(everySetting)]);

/** A copy of a template in which a change was made. */
const changed = (template: Template, change: (resources: Properties) => void): Template => {
  const json = structuredClone(template.toJSON());
  change(json['Resources'] as Properties);
  return new Template(json);
};

const roleIdOf = (template: Template, name: string): string =>
  functionNamed(template, name).Properties['Role']['Fn::GetAtt'][0] as string;

const inline = (name: string, statement: object, template = service): Template =>
  changed(template, (resources) => {
    resources[roleIdOf(template, name)].Properties.Policies = [
      { PolicyName: 'more', PolicyDocument: { Statement: statement } },
    ];
  });

const table = (id: string) => ({ 'Fn::GetAtt': [idOf(service, `tables/${id}`), 'Arn'] });

describe('Keys', () => {
  it.each([
    ['the service', service],
    ['the service with every setting', fullService],
    ['the console', consoleStack],
    ['the console with every setting', fullConsole],
  ])(
    'that sign are read by auth and refresh only, and public keys are written by auth only, in the stack of %s',
    (_, template) => {
      expect(findKeyMisuse(template)).toEqual([]);
    },
  );

  it.each(['checkin', 'batch', 'sync', 'push'])('may not be read by %s, whatever a policy calls it', (name) => {
    for (const Action of [
      'secretsmanager:GetSecretValue',
      'secretsmanager:Get*',
      ['SecretsManager:getsecretvalue'],
      '*',
    ]) {
      const found = findKeyMisuse(inline(name, { Effect: 'Allow', Action, Resource: '*' }));
      expect(found).toContain(`${name} may secretsmanager:GetSecretValue`);
    }
  });

  it('may not be read by the console’s function', () => {
    const statement = [{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }];
    expect(findKeyMisuse(inline('admin', statement, consoleStack))).toContain(
      'admin may secretsmanager:GetSecretValue',
    );
  });

  it.each(['checkin', 'batch', 'sync', 'refresh'])('may not be published by %s', (name) => {
    for (const Resource of ['*', table('signingKeys'), [table('users'), table('signingKeys')]]) {
      const found = findKeyMisuse(inline(name, { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource }));
      expect(found).toContain(`${name} may dynamodb:PutItem on the public keys`);
    }
    expect(
      findKeyMisuse(inline(name, { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: table('users') })),
    ).toEqual([]);
  });

  it('may not be read or published through policies of other kinds', () => {
    const document = { Statement: [{ Effect: 'Allow', Action: 'secretsmanager:*', Resource: '*' }] };
    const role = { Ref: roleIdOf(service, 'checkin') };
    for (const Type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']) {
      const template = changed(service, (resources) => {
        resources['More'] = { Type, Properties: { Roles: [role], PolicyDocument: document } };
      });
      expect(findKeyMisuse(template)).toContain('checkin may secretsmanager:GetSecretValue');
    }
    const managed = changed(service, (resources) => {
      resources[roleIdOf(service, 'checkin')].Properties.ManagedPolicyArns = ['arn:aws:iam::aws:policy/ReadOnlyAccess'];
    });
    expect(findKeyMisuse(managed)).toContain('checkin may secretsmanager:GetSecretValue');
    const shared = changed(service, (resources) => {
      resources['More'] = { Type: 'AWS::SecretsManager::ResourcePolicy', Properties: {} };
    });
    expect(findKeyMisuse(shared)).toEqual(['More lets others read a secret']);
  });
});
