import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE = 'with-request-id';

interface LambdaFunction {
  readonly Type: 'AWS::Lambda::Function';
  readonly Properties: { Handler: string };
  readonly Metadata: { readonly 'aws:asset:path': string };
}

const isFunction = (resource: { readonly Type: string }): resource is LambdaFunction =>
  resource.Type === 'AWS::Lambda::Function';

/** @param handler the handler in the template, such as `index.handler` */
const moduleFor = (handler: string): string => {
  const [file, name] = handler.split('.');
  return `const { ${name}: handle } = require('./${file}.js');
exports.handler = (event, context) => {
  const requestContext = { ...event.requestContext, requestId: context.awsRequestId };
  return handle({ ...event, requestContext }, context);
};
`;
};

/**
 * SAM gives every request the same `requestContext.requestId` (https://github.com/aws/aws-sam-cli/issues/9279). A check-in
 * recognises its own writes by that ID, so it would count the bookings of earlier requests as its own. Therefore each function
 * gets a second module beside its bundle, which passes on the ID of Lambda's invocation instead.
 * @param directory the directory of the template and the bundles @param templateFile the name of the template in this directory
 */
export const makeRequestIdsUnique = (directory: string, templateFile: string): void => {
  const path = join(directory, templateFile);
  const template = JSON.parse(readFileSync(path, 'utf8')) as { readonly Resources: Record<string, { Type: string }> };
  for (const { Properties, Metadata } of Object.values(template.Resources).filter(isFunction)) {
    writeFileSync(join(directory, Metadata['aws:asset:path'], `${MODULE}.js`), moduleFor(Properties.Handler));
    Properties.Handler = `${MODULE}.handler`;
  }
  writeFileSync(path, JSON.stringify(template));
};
