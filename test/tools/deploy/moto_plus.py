"""moto's server, with what moto 5.2.5 lacks for the stack of this project: resource types, outputs after a change set, the rollback of
a creation (the first one fails), the errors that the CDK waits for, and the last backup of a deleted table. usage: python moto_plus.py PORT
"""
import functools
import json
import sys
import threading
import uuid

import boto3
import moto.cloudformation.parsing as parsing
from moto.awslambda.models import LambdaBackend
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.models import ChangeSet, CloudFormationBackend
from moto.core.common_models import CloudFormationModel
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.models.table import Backup, StreamShard, Table
from moto.dynamodb.responses import DynamoHandler
from moto.secretsmanager.models import SecretsManagerBackend
from moto.server import main
from moto.sqs.models import Queue


def replaces(owner, name=None):
    """Replaces a function of a class or module. The replacement gets the original as its first argument."""
    def register(replacement):
        replaced = name or replacement.__name__
        plain = getattr(owner, replaced, None)

        def call(*args, **kwargs):
            return replacement(plain, *args, **kwargs)

        # A class method is already bound to its class.
        setattr(owner, replaced, staticmethod(call) if hasattr(plain, "__self__") else call)
        return replacement

    return register


# ---- CloudFormation resource types ---------------------------------------------------------------------------------------
@functools.cache
def api_of(service, region):
    """The service's own API, on this server: its parameters have the names of CloudFormation's properties, and boto3 checks them."""
    return boto3.client(service, region_name=region, endpoint_url=f"http://127.0.0.1:{sys.argv[1]}",
                        aws_access_key_id="template", aws_secret_access_key="x")


def call_api(service, operation, region, properties):
    api = api_of(service, region)
    known = api.meta.service_model.operation_model(api.meta.method_to_api_mapping[operation]).input_shape.members
    return getattr(api, operation)(**{key: each for key, each in properties.items() if key in known and key != "Tags"})


def make_pool(name, p, region):
    pool = call_api("cognito-idp", "create_user_pool", region, {**p, "PoolName": name})["UserPool"]
    return pool["Id"], pool


def make_alarm(name, p, region):
    call_api("cloudwatch", "put_metric_alarm", region, {**p, "AlarmName": name})
    return name, {}


def make_version(name, p, region):
    version = call_api("lambda", "publish_version", region, p)
    return version["FunctionArn"], version


def make_alias(name, p, region):
    return call_api("lambda", "create_alias", region, p)["AliasArn"], {}


def make_secret(name, p, region):
    value = api_of("secretsmanager", region).get_random_password(**p["GenerateSecretString"])["RandomPassword"]
    return api_of("secretsmanager", region).create_secret(Name=f"{name}-{uuid.uuid4().hex[:6]}", SecretString=value)["ARN"], {}


# The first deployment fails here, after most resources were made.
failures_to_come = ["You have reached the maximum number of domains"]


def make_domain(name, p, region):
    if failures_to_come:
        raise ValidationError(message=failures_to_come.pop())
    return name, {}


MAKERS = {
    "AWS::Cognito::UserPool": make_pool,
    "AWS::Cognito::UserPoolDomain": make_domain,
    "AWS::CloudWatch::Alarm": make_alarm,
    "AWS::Lambda::Version": make_version,
    "AWS::Lambda::Alias": make_alias,
    "AWS::SecretsManager::Secret": make_secret,
}


class Added(CloudFormationModel):
    """A resource that a later call reads is made through the API of its service. Of the others, only the id and attributes are read."""

    __module__ = "moto_plus.added"  # moto reads the service from it.

    def __init__(self, physical_resource_id, attributes):
        self.physical_resource_id, self.attributes = physical_resource_id, attributes

    cloudformation_name_type = cloudformation_type = staticmethod(lambda: "")
    has_cfn_attr = classmethod(lambda cls, attribute: True)

    def get_cfn_attribute(self, name):
        made_up = {"Arn": f"arn:aws:added:eu-central-1:123456789012:{self.physical_resource_id}",
                   "ApiEndpoint": f"https://{self.physical_resource_id.lower()}.execute-api.eu-central-1.amazonaws.com"}
        return self.attributes.get(name) or made_up.get(name, self.physical_resource_id)

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, ResourceType="", **_):
        make = MAKERS.get(ResourceType, lambda name, p, region: (name, {}))
        return cls(*make(resource_name, cloudformation_json["Properties"], region_name))

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        if cloudformation_json["Type"] == "AWS::Lambda::Alias":
            call_api("lambda", "update_alias", region_name, cloudformation_json["Properties"])
        return original_resource

    delete_from_cloudformation_json = classmethod(lambda cls, *_: None)

    def delete(self, account_id, region_name):
        pass


@replaces(parsing)
def resource_class_from_type(plain, type_name):
    is_known = type_name in parsing.get_model_map() and type_name not in MAKERS
    return plain(type_name) if is_known else Added


# ---- CloudFormation itself ------------------------------------------------------------------------------------------------
# moto forgets a resource that it cannot update.
@replaces(parsing)
def parse_and_update_resource(plain, logical_id, resource_json, resources_map, *args, **kwargs):
    return plain(logical_id, resource_json, resources_map, *args, **kwargs) or resources_map[logical_id]


# moto creates before it changes, so that a new version would be one of the old function.
@replaces(parsing.ResourceMap, "update")
def update_resources(plain, self, template, parameters=None):
    old = self._resource_json_map
    functions = {name: each for name, each in template["Resources"].items()
                 if each["Type"] == "AWS::Lambda::Function" and name in old and each != old[name]}
    if functions:
        plain(self, {**template, "Resources": {**old, **functions}}, parameters)
    plain(self, template, parameters)


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


# ---- DynamoDB and other services ------------------------------------------------------------------------------------------
# The test reads the stream and calls the function itself; moto would start containers for it.
@replaces(StreamShard, "add")
def stream_add(plain, self, *args, **kwargs):
    mappings, self.table.lambda_event_source_mappings = self.table.lambda_event_source_mappings, {}
    try:
        return plain(self, *args, **kwargs)
    finally:
        self.table.lambda_event_source_mappings = mappings


# moto ignores time to live and recovery in a template.
@replaces(Table, "create_from_cloudformation_json")
def create_table(plain, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    table = plain(resource_name, cloudformation_json, account_id, region_name, **kwargs)
    backend, p = dynamodb_backends[account_id][region_name], cloudformation_json["Properties"]
    if p.get("TimeToLiveSpecification"):
        backend.update_time_to_live(table.name, p["TimeToLiveSpecification"])
    backend.update_continuous_backups(table.name, p["PointInTimeRecoverySpecification"])
    return table


# DynamoDB keeps a last backup of a deleted table that had point-in-time recovery.
@replaces(DynamoDBBackend)
def delete_table(plain, self, name):
    table = plain(self, name)
    backup = Backup(self.account_id, self.region_name, f"{table.name}$DeletedTableBackup", table, type_="SYSTEM")
    self.backups[backup.arn] = backup
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


# moto lists the mappings of a function only by the text with which they were made.
@replaces(LambdaBackend)
def create_event_source_mapping(plain, self, spec):
    return plain(self, {**spec, "FunctionName": spec["FunctionName"].split(":")[-1]})


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
