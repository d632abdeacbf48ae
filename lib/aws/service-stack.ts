import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_MILLISECONDS } from '../../shared/http/deadline.ts';
import { routes as definedRoutes, type RouteId } from '../../shared/routes.ts';
import { tables as definedTables } from '../../shared/tables.ts';
import { capitalise } from './constructs/capitalise.ts';
import { HttpApi, type RouteDefinitions } from './constructs/http-api.ts';
import { PushTopic } from './constructs/push-topic.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { ServiceTables, type TableDefinitions } from './constructs/service-tables.ts';
import { SigningKeys } from './constructs/signing-keys.ts';
import { functionNeeds } from './function-needs.ts';
import { supply, type Capabilities } from './supply.ts';
import type { StageSettings } from './stage-settings.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly tables?: TableDefinitions;
  readonly routes?: RouteDefinitions;
}

const descriptions: Readonly<Record<RouteId, string>> = {
  auth: 'Gives an API client its first token set.',
  refresh: 'Gives an API client a new token set for a refresh token.',
  checkin: 'Checks a user in on every booking that is open.',
};

/** The whole service in one stack. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { settings, tables: definitions = definedTables, routes = definedRoutes, ...stackProps } = props;
    super(scope, id, { terminationProtection: settings.keepData, ...stackProps });

    const { keepData } = settings;
    const api = new HttpApi(this, 'HttpApi', { routes, settings });
    const capabilities: Capabilities = {
      tables: new ServiceTables(this, 'Tables', { definitions, keepData }),
      signingKeys: new SigningKeys(this, 'SigningKeys', { keepData }),
      pushTopic: new PushTopic(this, 'Notifications'),
      settings: { ...settings, tokenIssuer: api.url },
    };

    for (const name of Object.keys(routes) as RouteId[]) {
      const { environment, grantTo } = supply(functionNeeds[name], capabilities);
      const serviceFunction = new ServiceFunction(this, capitalise(name), {
        name,
        description: descriptions[name],
        settings,
        timeoutMilliseconds: FUNCTION_TIMEOUT_MILLISECONDS,
        environment,
      });
      grantTo(serviceFunction);
      api.addRoute(name, serviceFunction.function);
    }
    this.#addOutputs(api, capabilities);
  }

  /** What the operator and the command line look up by name. */
  #addOutputs(api: HttpApi, { tables, signingKeys, pushTopic }: Capabilities): void {
    const output = (id: string, value: string) => new CfnOutput(this, id, { value });
    output('ApiUrl', api.url);
    for (const [id, table] of Object.entries(tables.byId)) output(`${capitalise(id)}Table`, table.tableName);
    for (const [id, secret] of Object.entries(signingKeys.byId)) output(`${capitalise(id)}KeySecret`, secret.secretArn);
    output('PushTopic', pushTopic.topic.topicArn);
  }
}
