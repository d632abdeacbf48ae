import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATE } from '../../../lib/local/sam/sam-command.ts';

const SAM_OUTPUT = 'cdk.out/sam';

type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;
interface Variables {
  readonly Parameters: Record<string, string>;
}

/** A fault that the test must detect. */
export interface Sabotage {
  readonly name: string;
  /** The first check that must fail. */
  readonly detectedBy: string;
  /** Makes the fault. @param folder for the changed copy @returns options of `sam local start-api` that use it */
  readonly prepare: (folder: string) => string[];
}

/** The changed template stays beside the bundles, which it names by their relative paths. */
const withTemplate = (edit: (resources: Resources) => void) => (): string[] => {
  const template = JSON.parse(readFileSync(join(SAM_OUTPUT, TEMPLATE), 'utf8')) as {
    Resources: Resources;
  };
  edit(template.Resources);
  const file = join(SAM_OUTPUT, 'sabotaged.template.json');
  writeFileSync(file, JSON.stringify(template));
  return ['--template', file];
};

const withVariables =
  (edit: (variables: Variables['Parameters']) => void) =>
  (folder: string): string[] => {
    const variables = JSON.parse(readFileSync('env.local.json', 'utf8')) as Variables;
    edit(variables.Parameters);
    const file = join(folder, 'sabotaged.env.json');
    writeFileSync(file, JSON.stringify(variables));
    return ['--env-vars', file];
  };

const find = (resources: Resources, isWanted: (resource: Resources[string], id: string) => boolean) => {
  const found = Object.entries(resources).find(([id, resource]) => isWanted(resource, id));
  if (!found) throw new Error('The template has nothing to break.');
  return found[1].Properties;
};

export const sabotages: readonly Sabotage[] = [
  {
    name: 'a wrong route',
    detectedBy: 'SAM mounts every route',
    prepare: withTemplate((resources) => {
      const route = find(resources, ({ Properties }) => Properties['RouteKey'] === 'POST /scheduling/checkin');
      route['RouteKey'] = 'POST /scheduling/check-in';
    }),
  },
  {
    name: 'a wrong environment variable',
    detectedBy: 'POST /scheduling/checkin: Ada, 2 bookings',
    prepare: withVariables((variables) => {
      variables['BOOKINGS_TABLE'] = 'Reservations';
    }),
  },
  {
    name: 'a wrong name of the handler',
    detectedBy: 'GET /auth/refresh-token: 200 and a new token set',
    prepare: withTemplate((resources) => {
      const isRefresh = ({ Type }: Resources[string], id: string) =>
        Type === 'AWS::Lambda::Function' && id.includes('RefreshFunction');
      find(resources, isRefresh)['Handler'] = 'index.handle';
    }),
  },
];
