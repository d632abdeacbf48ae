"""Prints the statements of the bootstrap's roles, as JSON, by the ARN of the role: those of inline and of managed policies.

usage: python describe_roles.py, with AWS_ENDPOINT_URL and credentials in the environment
"""
import ast
import json

import boto3
import yaml
from moto.iam.aws_managed_policies import aws_managed_policies_data

iam, cloudformation = boto3.client("iam"), boto3.client("cloudformation")
as_list = lambda value: value if isinstance(value, list) else [value]
template = yaml.safe_load(cloudformation.get_template(StackName="CDKToolkit")["TemplateBody"])
stack = cloudformation.describe_stack_resources(StackName="CDKToolkit")["StackResources"]
# moto attaches no managed policy to a role of a template, but it has their documents.
managed = json.loads(aws_managed_policies_data)


def managed_of(logical_id):
    arns = template["Resources"][logical_id]["Properties"].get("ManagedPolicyArns", [])
    names = [arn["Fn::Sub"].rsplit("/", 1)[-1] for arn in as_list(arns) if isinstance(arn, dict) and "Fn::Sub" in arn]
    return [managed[name]["Document"] for name in names]


def inline_of(role):
    documents = [iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
                 for name in iam.list_role_policies(RoleName=role)["PolicyNames"]]
    # moto stores the policies within a role's template as Python writes them.
    return [ast.literal_eval(each) if isinstance(each, str) else each for each in documents]


def applies(statement):
    """Everything here is in one account, so of the conditions only those for another account fail."""
    return "StringNotEquals" not in statement.get("Condition", {})


def statements_of(logical_id, role):
    return [{"effect": s["Effect"], "actions": as_list(s["Action"]), "resources": as_list(s.get("Resource", "*"))}
            for document in inline_of(role) + managed_of(logical_id)
            for s in as_list(document["Statement"]) if "Action" in s and applies(s)]


roles = [(each["LogicalResourceId"], each["PhysicalResourceId"]) for each in stack if each.get("ResourceType") == "AWS::IAM::Role"]
print(json.dumps({iam.get_role(RoleName=name)["Role"]["Arn"]: statements_of(logical, name) for logical, name in roles}))
