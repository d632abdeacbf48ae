"""Custom resources of the CDK: its own handlers run here, from the deployed code and layers, as Lambda would run them."""
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import uuid
import zipfile

from moto.awslambda.models import lambda_backends
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.parsing import ResourceMap
from moto.s3.models import FakeBucket, s3_backends

from added_types import TYPES, Added
from replaces import replaces

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="handlers-"))
# A cold start of Python with the AWS command line, on a busy machine.
TIMEOUT_SECONDS = 300
RESPONSES = "responses-of-handlers"

# In Lambda, layers are in /opt. Only the address of CloudFormation's bucket for responses is https there.
RUN_PYTHON = """
import json, pathlib, sys, types
code, event = pathlib.Path(sys.argv[1]), json.loads(sys.argv[3])
source = (code / "index.py").read_text().replace('aws="/opt/awscli/aws"', f'aws="{sys.argv[2]}/aws"')
module = types.ModuleType("index")
exec(compile(source, "index.py", "exec"), module.__dict__)
module.handler(event, types.SimpleNamespace(log_stream_name="log"))
"""
RUN_NODE = """
const [, code, , event] = process.argv;
const [http, https] = [require('node:http'), require('node:https')];
const parsed = JSON.parse(event);
https.request = (options, ...rest) => http.request({ ...options, port: new URL(parsed.ResponseURL).port }, ...rest);
require(code + '/index.js').handler(parsed, { logStreamName: 'log' });
"""


def unpack(name, content):
    folder = FOLDER / name
    if not folder.exists():
        zipfile.ZipFile(io.BytesIO(content)).extractall(folder)
    return folder


def command_line(backend):
    """The AWS command line, from the only layer of the stacks (moto forgets which function has it), as a script for this Python."""
    layer = next(iter(backend.list_layers()))
    version = backend.get_layer_version(layer["LayerArn"], layer["LatestMatchingVersion"]["Version"])
    folder = unpack(version.code_sha_256.replace("/", "_"), version.code_bytes)
    script = folder / "aws"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder}/awscli/aws" "$@"\n')
    script.chmod(0o755)
    return folder


def as_strings(value):
    """CloudFormation sends every value of a property as a string."""
    if isinstance(value, dict):
        return {key: as_strings(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_strings(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(account, region, event):
    """Runs the handler in a process of its own. As in AWS, it sends its response to an address in a bucket."""
    backend, s3 = lambda_backends[account][region], s3_backends[account]["aws"]
    function = backend.get_function(event["ServiceToken"])
    code = unpack(function.code_sha_256.replace("/", "_"), function.code_bytes)
    is_python = function.run_time.startswith("python")
    interpreter = [sys.executable, "-c", RUN_PYTHON] if is_python else [os.environ["NODE"], "-e", RUN_NODE]
    tools = command_line(backend) if is_python else ""
    server = f"http://127.0.0.1:{sys.argv[1]}"
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(FOLDER), "AWS_ENDPOINT_URL": server, "AWS_REGION": region,
        "AWS_DEFAULT_REGION": region, "AWS_ACCESS_KEY_ID": "handler", "AWS_SECRET_ACCESS_KEY": "x",
        # Lambda's runtime for Node.js has the SDK.
        "NODE_PATH": os.environ["NODE_PATH"]}
    if RESPONSES not in s3.buckets:
        s3.create_bucket(RESPONSES, region)
    sent = {**event, "ResponseURL": f"{server}/{RESPONSES}/{event['RequestId']}"}
    words = [str(code), str(tools), json.dumps(sent)]
    done = subprocess.run(interpreter + words, env=environment, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    response = s3.get_object(RESPONSES, event["RequestId"])
    if response is None:
        raise ValidationError(message=f"{event['LogicalResourceId']} did not respond: {done.stdout}{done.stderr}"[-1500:])
    return json.loads(response.value)


class CustomResource(Added):
    """Sends CloudFormation's events to the function of the resource, and keeps what it responds."""

    __module__ = "moto_plus.added"

    @classmethod
    def call(cls, kind, name, p, account, region, **more):
        response = run(account, region, {
            "RequestType": kind, "ServiceToken": p["ServiceToken"], "StackId": "stack", "RequestId": str(uuid.uuid4()),
            "LogicalResourceId": name, "ResourceType": cls.TYPE, "ResourceProperties": as_strings(p), **more})
        if response["Status"] != "SUCCESS":
            raise ValidationError(message=f"{name}: {response['Reason']}")
        return response

    @classmethod
    def create(cls, name, p, account, region):
        response = cls.call("Create", name, p, account, region)
        return response["PhysicalResourceId"], response.get("Data")

    @classmethod
    def update(cls, original, p, account, region):
        cls.call("Update", original.logical_resource_id, p, account, region, PhysicalResourceId=original.physical_resource_id,
                 OldResourceProperties=as_strings(original.properties))

    def delete(self, account, region):
        self.call("Delete", self.logical_resource_id, self.properties, account, region, PhysicalResourceId=self.physical_resource_id)


for each in ("Custom::CDKBucketDeployment", "Custom::S3AutoDeleteObjects"):
    TYPES[each] = type(each.replace(":", ""), (CustomResource,), {"__module__": "moto_plus.added", "TYPE": each})


@replaces(ResourceMap, "delete")
def delete_resources(plain, self):
    """Deletes custom resources before what they need. moto goes through the resources in any order, and tries again what fails."""
    for name, resource in list(self._parsed_resources.items()):
        if isinstance(resource, CustomResource):
            resource.delete(self._account_id, self._region_name)
            self._parsed_resources.pop(name)
    plain(self)


@replaces(FakeBucket, "delete_from_cloudformation_json")
def delete_bucket(plain, resource_name, cloudformation_json, account_id, region_name):
    """Refuses to delete a bucket with files, which moto keeps without an error."""
    if s3_backends[account_id]["aws"].delete_bucket(resource_name) is None:
        raise ValidationError(message=f"BucketNotEmpty: The bucket {resource_name} you tried to delete is not empty")
