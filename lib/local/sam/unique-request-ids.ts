import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const MODULE = 'with-request-id';
const HANDLER = /^(?<file>[\w-]+)\.(?<name>\w+)$/;

const templateSchema = v.looseObject({ Resources: v.record(v.string(), v.looseObject({ Type: v.string() })) });

const functionSchema = v.looseObject({
  Properties: v.looseObject({ Handler: v.pipe(v.string(), v.regex(HANDLER)) }),
  Metadata: v.looseObject({ 'aws:asset:path': v.string() }),
});

/** @param handler from the template, such as `index.handler` */
const moduleFor = (handler: string): string => {
  const { file, name } = HANDLER.exec(handler)?.groups ?? {};
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
 * @param directory of the template and the bundles @param templateFile the name of the template in this directory
 */
export const makeRequestIdsUnique = (directory: string, templateFile: string): void => {
  const path = join(directory, templateFile);
  const template = v.parse(templateSchema, JSON.parse(readFileSync(path, 'utf8')));
  for (const resource of Object.values(template.Resources)) {
    if (resource.Type !== 'AWS::Lambda::Function') continue;
    const { Properties, Metadata } = v.parse(functionSchema, resource);
    writeFileSync(join(directory, Metadata['aws:asset:path'], `${MODULE}.js`), moduleFor(Properties.Handler));
    resource['Properties'] = { ...Properties, Handler: `${MODULE}.handler` };
  }
  writeFileSync(path, JSON.stringify(template));
};
