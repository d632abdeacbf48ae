"""What CloudFormation does with a stack that fails, and when it is deleted. moto 5.2.5 does neither as CloudFormation does."""
import traceback

from moto.awslambda.models import LambdaFunction
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.parsing import ResourceMap
from moto.s3.models import FakeBucket, s3_backends

from custom_resources import CustomResource
from replaces import replaces

# Of a new account.
MAX_MEMORY_MEGABYTES = 3008


def apply_policies(resources, is_creation):
    """RetainExceptOnCreate deletes if the creation of the stack fails, and keeps otherwise; moto knows Retain only."""
    for definition in resources._resource_json_map.values():
        if isinstance(definition, dict) and definition.get("DeletionPolicy") == "RetainExceptOnCreate":
            definition["DeletionPolicy"] = "Delete" if is_creation else "Retain"


@replaces(ResourceMap, "delete")
def delete_resources(plain, self):
    """Deletes custom resources before what they need. moto goes through the resources in any order, and tries again what fails."""
    for name, resource in list(self._parsed_resources.items()):
        if isinstance(resource, CustomResource):
            resource.delete(self._account_id, self._region_name)
            self._parsed_resources.pop(name)
    plain(self)


@replaces(ResourceMap, "update")
def update_resources(plain, self, template, parameters=None):
    """Changes functions before it makes versions of them. moto creates first, so a version would be one of the old function."""
    old = self._resource_json_map
    changed = {
        name: each for name, each in template["Resources"].items()
        if each["Type"] == "AWS::Lambda::Function" and name in old and each != old[name]}
    if changed:
        plain(self, {**template, "Resources": {**old, **changed}}, parameters)
    plain(self, template, parameters)


@replaces(FakeBucket, "delete_from_cloudformation_json")
def delete_bucket(plain, resource_name, cloudformation_json, account_id, region_name):
    if s3_backends[account_id]["aws"].delete_bucket(resource_name) is None:
        raise ValidationError(message=f"BucketNotEmpty: The bucket {resource_name} you tried to delete is not empty")


def reason_of(error):
    return str(getattr(error, "message", None) or repr(error))


def find(backend, name_or_id):
    return next((each for each in backend.stacks.values() if name_or_id in (each.name, each.stack_id)), None)


@replaces(CloudFormationBackend)
def delete_stack(plain, self, name_or_stack_id):
    stack = find(self, name_or_stack_id)
    if stack is None:
        return
    apply_policies(stack.resource_map, is_creation=stack.status.startswith("ROLLBACK"))
    stack.status = "DELETE_IN_PROGRESS"
    try:
        stack.delete()
        self.deleted_stacks[stack.stack_id] = self.stacks.pop(stack.stack_id)
    except Exception as error:
        stack.status = "DELETE_FAILED"
        stack._add_stack_event("DELETE_FAILED", resource_status_reason=reason_of(error))


@replaces(CloudFormationBackend)
def execute_change_set(plain, self, change_set_name, stack_name=None):
    """Deletes what was made if a creation fails, as CloudFormation does by default."""
    change_set = next(each for arn, each in self.change_sets.items() if change_set_name in (arn, each.change_set_name))
    if change_set.change_set_type != "CREATE":
        return plain(self, change_set_name, stack_name)
    stack = self.stacks[change_set.stack_id]
    try:
        return plain(self, change_set_name, stack_name)
    except Exception as error:
        traceback.print_exc()
        stack._add_stack_event("CREATE_FAILED", resource_status_reason=reason_of(error))
        stack.template, change_set.execution_status = change_set.template, "EXECUTE_FAILED"
        apply_policies(stack.resource_map, is_creation=True)
        try:
            stack.resource_map.delete()
            stack.status = "ROLLBACK_COMPLETE"
        except Exception as second:
            stack.status = "ROLLBACK_FAILED"
            stack._add_stack_event("ROLLBACK_FAILED", resource_status_reason=reason_of(second))
        stack._add_stack_event(stack.status)


@replaces(LambdaFunction, "create_from_cloudformation_json")
def create_function(plain, resource_name, cloudformation_json, *args, **kwargs):
    size = int(cloudformation_json["Properties"].get("MemorySize", 128))
    if size > MAX_MEMORY_MEGABYTES:
        raise ValidationError(message=f"'MemorySize' value failed to satisfy constraint: Member must have value less than or equal to {MAX_MEMORY_MEGABYTES}")
    return plain(resource_name, cloudformation_json, *args, **kwargs)
