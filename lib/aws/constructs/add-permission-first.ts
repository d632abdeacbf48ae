import { CfnIntegration, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';

/**
 * Makes a route's integration wait for the permission to call its function. Otherwise, when a deployment moves the route to
 * another function or alias, requests would fail until the permission exists.
 */
export const addPermissionFirst = (route: HttpRoute): void => {
  const parts = route.node.findAll();
  const permissions = parts.filter((part) => part instanceof CfnPermission);
  for (const integration of parts.filter((part) => part instanceof CfnIntegration)) {
    for (const permission of permissions) integration.addResourceDependency(permission);
  }
};
