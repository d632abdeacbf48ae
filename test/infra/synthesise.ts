import { readFileSync } from 'node:fs';
import { App, type AppProps } from 'aws-cdk-lib/core';
import { Template } from 'aws-cdk-lib/assertions';
import { makeServiceStack } from '../../lib/aws/make-service-stack.ts';
import type { ServiceStack } from '../../lib/aws/service-stack.ts';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

type Settings = Readonly<Record<string, unknown>>;

/**
 * An app with the flags of cdk.json and some settings. Its functions are not bundled and its template is not validated, each
 * of which would take a second: one test does the latter.
 */
export const makeTestApp = (settings: Settings = {}, props: AppProps = {}): App =>
  new App({
    builtinCloudFormationValidation: false,
    context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings },
    ...props,
  });

export const makeStack = (settings?: Settings, props?: Parameters<typeof makeServiceStack>[1]): ServiceStack =>
  makeServiceStack(makeTestApp(settings), props);

export const synthesise = (...args: Parameters<typeof makeStack>): Template => Template.fromStack(makeStack(...args));
