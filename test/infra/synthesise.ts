import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { makeServiceStack } from '../../lib/aws/make-service-stack.ts';
import type { ServiceStack } from '../../lib/aws/service-stack.ts';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

/** The stack of a stage, with the flags of cdk.json; its functions are not bundled, which would take seconds. */
export const makeStack = (
  settings: Readonly<Record<string, unknown>> = {},
  props: Parameters<typeof makeServiceStack>[1] = {},
): ServiceStack =>
  makeServiceStack(new App({ context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings } }), props);

export const synthesise = (...args: Parameters<typeof makeStack>): Template => Template.fromStack(makeStack(...args));
