"""Prints what a deployed stack consists of, as JSON, and unpacks the code of its functions; or the statements of the bootstrap's
roles, by the ARN of the role.

usage: python describe.py STACK FOLDER, or python describe.py CDKToolkit, with AWS_ENDPOINT_URL and credentials in the environment
"""
import ast
import io
import json
import os
import re
import sys
import zipfile

import boto3
import yaml
from moto.iam.aws_managed_policies import aws_managed_policies_data

stack_name, folder = [*sys.argv, ""][1:3]
as_list = lambda value: value if isinstance(value, list) else [value]
cloudformation, functions_api, iam = boto3.client("cloudformation"), boto3.client("lambda"), boto3.client("iam")
stack = cloudformation.describe_stacks(StackName=stack_name)["Stacks"][0]
resources = cloudformation.describe_stack_resources(StackName=stack_name)["StackResources"]
physical = {r.get("LogicalResourceId"): r.get("PhysicalResourceId") for r in resources}
of_type = lambda kind: [r for r in resources if r.get("ResourceType") == kind]
template = cloudformation.get_template(StackName=stack_name)["TemplateBody"]
template = yaml.safe_load(template) if isinstance(template, str) else template


def inline_of(role):
    documents = [iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
                 for name in iam.list_role_policies(RoleName=role)["PolicyNames"]]
    # moto stores the policies within a role's template as Python writes them.
    return [ast.literal_eval(each) if isinstance(each, str) else each for each in documents]


def managed_of(logical_id):
    """moto attaches no managed policy to a role of a template, but it has their documents."""
    managed = json.loads(aws_managed_policies_data)
    arns = as_list(template["Resources"][logical_id]["Properties"].get("ManagedPolicyArns", []))
    names = [arn["Fn::Sub"].rsplit("/", 1)[-1] for arn in arns if isinstance(arn, dict) and "Fn::Sub" in arn]
    return [managed[name]["Document"] for name in names]


def statements_in(documents):
    """Everything here is in one account, so statements with conditions for another account are left out."""
    return [{"effect": s["Effect"], "actions": as_list(s["Action"]), "resources": as_list(s.get("Resource", "*"))}
            for document in documents for s in as_list(document["Statement"])
            if "Action" in s and "StringNotEquals" not in s.get("Condition", {})]


def describe_role(resource):
    name = resource["PhysicalResourceId"]
    return iam.get_role(RoleName=name)["Role"]["Arn"], statements_in(inline_of(name) + managed_of(resource["LogicalResourceId"]))


if stack_name == "CDKToolkit":
    print(json.dumps(dict(describe_role(r) for r in of_type("AWS::IAM::Role"))))
    sys.exit()


def describe_function(resource):
    configuration = functions_api.get_function(FunctionName=resource["PhysicalResourceId"])["Configuration"]
    code = template["Resources"][resource["LogicalResourceId"]]["Properties"]["Code"]
    bucket = next(b["Name"] for b in boto3.client("s3").list_buckets()["Buckets"] if b["Name"].startswith("cdk-hnb659fds-assets"))
    archive = boto3.client("s3").get_object(Bucket=bucket, Key=code["S3Key"])["Body"].read()
    name = re.match(r"(?:Console)?Functions(\w+?)Function[0-9A-F]{8}$", resource["LogicalResourceId"]).group(1).lower()
    directory = os.path.join(folder, stack_name, name)
    zipfile.ZipFile(io.BytesIO(archive)).extractall(directory)
    try:
        policy = json.loads(functions_api.get_policy(FunctionName=configuration["FunctionName"])["Policy"])["Statement"]
    except functions_api.exceptions.ResourceNotFoundException:
        policy = []
    return {"name": name, "functionName": configuration["FunctionName"], "arn": configuration["FunctionArn"], "directory": directory,
            "environment": configuration.get("Environment", {}).get("Variables", {}), "timeoutSeconds": configuration["Timeout"],
            "statements": statements_in(inline_of(configuration["Role"].rsplit("/", 1)[-1])),
            "callers": [s["Principal"]["Service"] if isinstance(s["Principal"], dict) else s["Principal"] for s in policy]}


def describe_authorizer(gateway, api_id, route):
    if route.get("AuthorizationType") != "JWT":
        return {}
    jwt = gateway.get_authorizer(ApiId=api_id, AuthorizerId=route["AuthorizerId"])["JwtConfiguration"]
    return {"authorizer": {"issuer": jwt["Issuer"], "audiences": jwt["Audience"], "scopes": route.get("AuthorizationScopes", [])}}


def describe_routes():
    gateway, routes = boto3.client("apigatewayv2"), []
    for api in of_type("AWS::ApiGatewayV2::Api"):
        api_id = api["PhysicalResourceId"]
        integrations = {i["IntegrationId"]: i for i in gateway.get_integrations(ApiId=api_id)["Items"]}
        stage = gateway.get_stage(ApiId=api_id, StageName="$default")
        throttled, access_log = stage.get("RouteSettings", {}), stage.get("AccessLogSettings", {}).get("DestinationArn", "")
        for route in gateway.get_routes(ApiId=api_id)["Items"]:
            integration = integrations[route["Target"].split("/")[1]]
            routes.append({"key": route["RouteKey"], "uri": integration["IntegrationUri"], "payload": integration["PayloadFormatVersion"],
                           "isThrottled": route["RouteKey"] in throttled, "accessLog": access_log.split(":log-group:")[-1],
                           **describe_authorizer(gateway, api_id, route)})
    return routes


def describe_schedules():
    """The targets of the enabled rules that run on a schedule."""
    events = boto3.client("events")
    return [{"schedule": rule["ScheduleExpression"], "target": target["Arn"]}
            for rule in events.list_rules()["Rules"] if rule["State"] == "ENABLED" and "ScheduleExpression" in rule
            for target in events.list_targets_by_rule(Rule=rule["Name"])["Targets"]]


alarms = boto3.client("cloudwatch").describe_alarms()["MetricAlarms"]
print(json.dumps({
    "status": stack["StackStatus"], "outputs": {o["OutputKey"]: o["OutputValue"] for o in stack.get("Outputs", [])},
    "missing": sorted(set(template["Resources"]) - set(physical)),
    "functions": [describe_function(r) for r in of_type("AWS::Lambda::Function") if re.match("(Console)?Functions", r["LogicalResourceId"])],
    "routes": describe_routes(), "schedules": describe_schedules(),
    "mappings": [{"functionArn": m["FunctionArn"], "streamArn": m["EventSourceArn"],
                  "filters": [json.loads(f["Pattern"]) for f in m.get("FilterCriteria", {}).get("Filters", [])]}
                 for m in functions_api.list_event_source_mappings()["EventSourceMappings"]] if of_type("AWS::Lambda::EventSourceMapping") else [],
    "ownAlarms": [{"namespace": a["Namespace"], "dimensions": {d["Name"]: d["Value"] for d in a["Dimensions"]}}
                  for a in alarms if a.get("Namespace", "AWS/").split("/")[0] != "AWS"],
}))
