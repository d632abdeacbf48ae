"""moto's server, with what moto 5.2.5 lacks for the stacks of this project.

Added: CloudFormation resource types, DependsOn, outputs after a change set, the rollback of a creation (the first one fails), and
the errors that the CDK waits for. A type that a later call reads (an API, a secret, an alarm, a user pool, an alias) is given to
moto's own service; of the others only `Ref` and the attributes are answered. usage: python moto_plus.py PORT
"""
import functools
import json
import sys
import threading
import uuid

import boto3
import moto.cloudformation.parsing as parsing
from moto.awslambda.models import lambda_backends
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.models import ChangeSet, CloudFormationBackend, cloudformation_backends
from moto.cloudformation.responses import CloudFormationResponse
from moto.core.responses import ActionResult
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.table import StreamShard, Table
from moto.dynamodb.responses import DynamoHandler
from moto.secretsmanager.models import SecretsManagerBackend
from moto.server import main
from moto.sqs.models import Queue

from added_types import TYPES, added
from replaces import replaces


# ---- CloudFormation resource types ---------------------------------------------------------------------------------------
@functools.cache
def api_of(service, region):
    """The service's own API, on this server: its parameters have the names of CloudFormation's properties, and boto3 checks them."""
    return boto3.client(service, region_name=region, endpoint_url=f"http://127.0.0.1:{sys.argv[1]}",
                        aws_access_key_id="template", aws_secret_access_key="x")


def through_api(type_name, service, create, physical, named=None, update=None, attributes=None):
    """A resource type whose properties are the parameters of the service's own API. Its attributes are in the response."""
    def call(operation, region, p):
        api = api_of(service, region)
        known = api.meta.service_model.operation_model(api.meta.method_to_api_mapping[operation]).input_shape.members
        return getattr(api, operation)(**{key: each for key, each in p.items() if key in known and key != "Tags"})

    def make(name, p, account, region):
        sent = {**p, named: f"{name}-{uuid.uuid4().hex[:8]}"} if named else p
        response = call(create, region, sent)
        # Cognito puts the attributes into a member with the name of the type.
        nested = response.get(type_name.split("::")[-1])
        made = {**sent, **response, **(nested if isinstance(nested, dict) else {})}
        values = {key: each.format(id=made[physical], region=region, account=account) for key, each in (attributes or {}).items()}
        return made[physical], {**made, **values}

    added(type_name)(make, update and (lambda original, p, a, region: call(
        update, region, {**p, physical: original.physical_resource_id})))


through_api("AWS::ApiGatewayV2::Api", "apigatewayv2", "create_api", "ApiId")
through_api("AWS::ApiGatewayV2::Integration", "apigatewayv2", "create_integration", "IntegrationId", update="update_integration")
through_api("AWS::ApiGatewayV2::Authorizer", "apigatewayv2", "create_authorizer", "AuthorizerId")
through_api("AWS::ApiGatewayV2::Route", "apigatewayv2", "create_route", "RouteId")
# A stage that is made again replaces the one of the same name.
through_api("AWS::ApiGatewayV2::Stage", "apigatewayv2", "create_stage", "StageName", update="create_stage")
through_api("AWS::Lambda::Version", "lambda", "publish_version", "FunctionArn")
through_api("AWS::Lambda::Alias", "lambda", "create_alias", "AliasArn", update="update_alias")
through_api("AWS::Lambda::EventInvokeConfig", "lambda", "put_function_event_invoke_config", "FunctionName",
            update="put_function_event_invoke_config")
through_api("AWS::Cognito::UserPool", "cognito-idp", "create_user_pool", "Id", named="PoolName")
through_api("AWS::Cognito::UserPoolClient", "cognito-idp", "create_user_pool_client", "ClientId", named="ClientName")
through_api("AWS::CloudWatch::Alarm", "cloudwatch", "put_metric_alarm", "AlarmName", named="AlarmName", update="put_metric_alarm",
            attributes={"Arn": "arn:aws:cloudwatch:{region}:{account}:alarm:{id}"})


@added("AWS::SecretsManager::Secret")
def make_secret(name, p, account, region):
    api = api_of("secretsmanager", region)
    value = api.get_random_password(**p["GenerateSecretString"])["RandomPassword"]
    arn = api.create_secret(Name=f"{name}-{uuid.uuid4().hex[:6]}", SecretString=value)["ARN"]
    return arn, {"Id": arn}


@added("AWS::Lambda::Permission")
def make_permission(name, p, account, region):
    """moto knows no permission on an alias: the function of the alias gets it."""
    function = p["FunctionName"].removesuffix(":live")
    policy = lambda_backends[account][region].get_function(function).policy
    policy.add_statement(raw=json.dumps({**p, "FunctionName": function}))
    return (name,)


# ---- types of which only the id and the attributes are read ----------------------------------------------------------------
def stand_in(type_name, prefix, attributes=None):
    @added(type_name)
    def make(name, p, account, region):
        physical = f"{prefix}{uuid.uuid4().hex[:12].upper()}"
        values = {key: each.format(id=physical, region=region, account=account) for key, each in (attributes or {}).items()}
        return physical, values


stand_in("AWS::CloudFront::Distribution", "E", {"DomainName": "d{id}.cloudfront.net", "Id": "{id}"})
stand_in("AWS::CloudFront::Function", "arn:aws:cloudfront::123456789012:function/", {"FunctionARN": "{id}"})
stand_in("AWS::CloudFront::OriginAccessControl", "E", {"Id": "{id}"})
stand_in("AWS::CloudFront::ResponseHeadersPolicy", "", {"Id": "{id}"})
stand_in("AWS::Cognito::UserPoolResourceServer", "checkin-console")
stand_in("AWS::Cognito::ManagedLoginBranding", "branding-")
for each in ("S3::BucketPolicy", "SNS::TopicPolicy", "SQS::QueuePolicy"):
    stand_in(f"AWS::{each}", "policy-")
stand_in("AWS::Logs::MetricFilter", "filter-")
# The CDK's own functions, which copy the console's files and empty their bucket, do not run.
stand_in("Custom::CDKBucketDeployment", "files-")
stand_in("Custom::S3AutoDeleteObjects", "emptied-")

# The first deployment fails here, after most resources were made.
failures_to_come = ["You have reached the maximum number of domains"]


@added("AWS::Cognito::UserPoolDomain")
def make_domain(name, p, account, region):
    if failures_to_come:
        raise ValidationError(message=failures_to_come.pop())
    return f"domain-{uuid.uuid4().hex}", {}


plain_model_list = parsing.get_model_list


def model_map():
    return {**{model.cloudformation_type(): model for model in plain_model_list()}, **TYPES}


plain_class_of = parsing.resource_class_from_type
parsing.resource_class_from_type = lambda type_name: TYPES.get(type_name) or plain_class_of(type_name)
parsing.get_model_map = model_map
parsing.get_model_list = lambda: list(model_map().values())
parsing.get_name_type_map = lambda: {name: model.cloudformation_name_type() for name, model in model_map().items()}


# ---- CloudFormation itself ------------------------------------------------------------------------------------------------
# moto follows references but not DependsOn.
@replaces(parsing.ResourceMap, "__getitem__")
def getitem(plain, self, key):
    definition = self._resource_json_map.get(key)
    if key not in self._parsed_resources and isinstance(definition, dict):
        before = definition.get("DependsOn", [])
        for each in [before] if isinstance(before, str) else before:
            self[each]
    return plain(self, key)


@replaces(parsing.ResourceMap, "update")
def update_resources(plain, self, template, parameters=None):
    """Changes functions before it makes versions of them. moto creates first, so a version would be one of the old function."""
    old = self._resource_json_map
    changed = {
        name: each for name, each in template["Resources"].items()
        if each["Type"] == "AWS::Lambda::Function" and name in old and each != old[name]}
    if changed:
        plain(self, {**template, "Resources": {**old, **changed}}, parameters)
    plain(self, template, parameters)


# moto forgets a resource that it cannot update.
@replaces(parsing, "parse_and_update_resource")
def update_resource(plain, logical_id, resource_json, resources_map, *args, **kwargs):
    return plain(logical_id, resource_json, resources_map, *args, **kwargs) or resources_map[logical_id]


# An update gives the parameter of the CDK's version its previous value, which moto takes for the name of a parameter of SSM.
@replaces(parsing.ResourceMap)
def parse_ssm_parameter(plain, self, value, value_type):
    return plain(self, value, value_type) if str(value).startswith("/") else value


# After a change set the stack has the new template, and so its outputs.
@replaces(ChangeSet)
def apply(plain, self):
    plain(self)
    self.stack.template = self.template
    self.stack._parse_template()
    self.stack.output_map = self.stack._create_output_map()


def roll_back(stack):
    """Deletes what a failed creation has made. What is kept blocks the next attempt, as it would in AWS."""
    for logical_id, each in list(stack.resource_map._parsed_resources.items()):
        definition = stack.resource_map._resource_json_map.get(logical_id, {})
        if definition.get("DeletionPolicy") == "Retain" or getattr(each, "deletion_protection_enabled", False):
            raise ValidationError(message=f"{logical_id} cannot be deleted")
    stack.resource_map.delete()


@replaces(CloudFormationBackend)
def execute_change_set(plain, self, change_set_name, stack_name=None):
    try:
        return plain(self, change_set_name, stack_name)
    except ValidationError as error:
        change_set = next(each for arn, each in self.change_sets.items() if change_set_name in (arn, each.change_set_name))
        if change_set.change_set_type != "CREATE":
            raise
        stack = self.stacks[change_set.stack_id]
        roll_back(stack)
        stack._add_stack_event("ROLLBACK_COMPLETE", resource_status_reason=str(error))
        stack.status, change_set.execution_status = "ROLLBACK_COMPLETE", "EXECUTE_FAILED"


# The CDK deletes the change set of the time before, if there is any, and waits for CloudFormation's own error. moto does not see which
# stack a name belongs to, so all of that name go: they were executed.
@replaces(CloudFormationBackend)
def delete_change_set(plain, self, change_set_name):
    for arn in [arn for arn, each in self.change_sets.items() if change_set_name in (arn, each.change_set_name)]:
        del self.change_sets[arn]


class ChangeSetNotFound(ValidationError):
    code = "ChangeSetNotFound"


ChangeSetNotFound.__module__ = "moto.cloudformation.exceptions"  # By which moto finds the protocol.


@replaces(CloudFormationBackend)
def describe_change_set(plain, self, change_set_name, *args, **kwargs):
    try:
        return plain(self, change_set_name, *args, **kwargs)
    except ValidationError:
        raise ChangeSetNotFound(message=f"ChangeSet [{change_set_name}] does not exist")


# The test reads the stream and calls the function itself; moto would start containers for it.
@replaces(StreamShard, "add")
def stream_add(plain, self, *args, **kwargs):
    mappings, self.table.lambda_event_source_mappings = self.table.lambda_event_source_mappings, {}
    try:
        return plain(self, *args, **kwargs)
    finally:
        self.table.lambda_event_source_mappings = mappings


def keep_up(table, p, backend):
    """Sets what moto ignores in a template: time to live and recovery."""
    if p.get("TimeToLiveSpecification"):
        backend.update_time_to_live(table.name, p["TimeToLiveSpecification"])
    if p.get("PointInTimeRecoverySpecification"):
        backend.update_continuous_backups(table.name, p["PointInTimeRecoverySpecification"])


@replaces(Table, "create_from_cloudformation_json")
def create_table(plain, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    table = plain(resource_name, cloudformation_json, account_id, region_name, **kwargs)
    keep_up(table, cloudformation_json["Properties"], dynamodb_backends[account_id][region_name])
    return table


@replaces(Table, "update_from_cloudformation_json")
def update_table(plain, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    """Changes the protection of a table. Nothing else of a table changes here."""
    table, p, backend = original_resource, cloudformation_json["Properties"], dynamodb_backends[account_id][region_name]
    table.deletion_protection_enabled = p.get("DeletionProtectionEnabled", False)
    keep_up(table, p, backend)
    return table


# DynamoDB's conditional writes are atomic. moto handles requests in threads: two at once could both meet their condition.
one_at_a_time = threading.RLock()


@replaces(DynamoHandler)
def call_action(plain, self):
    with one_at_a_time:
        return plain(self)


# The SDK repeats a slow call with the same token, which moto ignores.
answered = {}


@replaces(DynamoHandler)
def transact_write_items(plain, self):
    token = self.body.get("ClientRequestToken")
    if token not in answered:
        answered[token] = plain(self)
    return answered[token]


# moto returns the time of the call as the creation time of a version.
@replaces(SecretsManagerBackend)
def list_secret_version_ids(plain, self, secret_id):
    secret = self.secrets[secret_id]
    versions = [
        {"CreatedDate": version["createdate"], "VersionId": version_id, "VersionStages": version["version_stages"]}
        for version_id, version in secret.versions.items()]
    return json.dumps({"ARN": secret.arn, "Name": secret.name, "Versions": versions})


# The SDK calls a queue at its address: that of this server.
Queue.physical_resource_id = property(lambda self: f"http://127.0.0.1:{sys.argv[1]}/{self.account_id}/{self.name}")

if __name__ == "__main__":
    main(["-H", "127.0.0.1", "-p", sys.argv[1]])
