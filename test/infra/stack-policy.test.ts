import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { stages, type StageName } from './stages.ts';
import { stackTemplate } from './synthesise.ts';

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string;
  readonly Condition?: { readonly StringEquals: { readonly ResourceType: readonly string[] } };
}

const { Statement: statements } = JSON.parse(readFileSync('lib/aws/stack-policy.json', 'utf8')) as {
  readonly Statement: readonly Statement[];
};

const matches = (pattern: string, value: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(value);

/** Evaluates the policy as CloudFormation does: a statement that denies overrides one that allows. */
const isAllowed = (action: string, logicalId: string, type: string): boolean => {
  const effects = new Set(
    statements
      .filter(
        ({ Action, Resource, Condition }) =>
          [Action].flat().some((pattern) => matches(pattern, action)) &&
          matches(Resource, `LogicalResourceId/${logicalId}`) &&
          (Condition?.StringEquals.ResourceType.includes(type) ?? true),
      )
      .map(({ Effect }) => Effect),
  );
  return effects.has('Allow') && !effects.has('Deny');
};

/** What cannot be created again: data, keys, accounts, and the addresses that gates and people use. */
const keeps =
  /^(AWS::DynamoDB::Table|AWS::SecretsManager::Secret|AWS::KMS::Key|AWS::Backup::BackupVault|AWS::Cognito::UserPool(Domain)?|AWS::ApiGatewayV2::(Api|DomainName)|AWS::CloudFront::Distribution)$/;

describe('The stack policy', () => {
  it.each(Object.keys(stages) as StageName[])(
    'allows every update of %s, except to replace or delete what cannot be created again',
    (name) => {
      const resources = Object.entries(stackTemplate(name).Resources);
      const kept = resources.filter(([, { Type }]) => keeps.test(Type));
      expect(kept.length).toBeGreaterThan(10);
      for (const [id, { Type }] of resources) {
        const isKept = keeps.test(Type);
        const actions = ['Update:Modify', 'Update:Replace', 'Update:Delete'].map((action) =>
          isAllowed(action, id, Type),
        );
        expect([id, ...actions]).toStrictEqual([id, true, !isKept, !isKept]);
      }
    },
  );

  it('covers every resource that has a deletion policy of its own, except logs and versions', () => {
    for (const [id, { Type, DeletionPolicy }] of Object.entries(stackTemplate('careful').Resources)) {
      if (DeletionPolicy !== 'RetainExceptOnCreate' || /Logs::LogGroup|Lambda::Version/.test(Type)) continue;
      expect([id, isAllowed('Update:Delete', id, Type)]).toStrictEqual([id, false]);
    }
  });

  it('is set by a command in docs/deployment.md', () => {
    expect(readFileSync('docs/deployment.md', 'utf8')).toContain(
      'set-stack-policy --stack-name "$STACK" --stack-policy-body file://lib/aws/stack-policy.json',
    );
  });
});
