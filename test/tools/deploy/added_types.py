"""Resource types that moto 5.2.5 lacks, or that work differently here."""
from moto.core.common_models import CloudFormationModel


class Added(CloudFormationModel):
    """A resource type: `create` returns the physical id and the attributes."""

    __module__ = "moto_plus.added"  # moto reads the service from it.
    TYPE = ""

    def __init__(self, physical_resource_id, attributes=None):
        self.physical_resource_id = physical_resource_id
        self.attributes = attributes or {}

    @staticmethod
    def cloudformation_name_type():
        return ""

    @classmethod
    def cloudformation_type(cls):
        return cls.TYPE

    @classmethod
    def has_cfn_attr(cls, attr):
        return True

    def get_cfn_attribute(self, name):
        return self.attributes[name]

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json.get("Properties", {})
        made = cls(*cls.create(resource_name, properties, account_id, region_name))
        made.properties = properties
        return made

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        properties = cloudformation_json.get("Properties", {})
        cls.update(original_resource, properties, account_id, region_name)
        original_resource.properties = properties
        return original_resource

    @classmethod
    def update(cls, original, properties, account_id, region_name):
        pass

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        pass

    def delete(self, account_id, region_name):
        pass


TYPES = {}


def added(type_name):
    """Registers a function (name, properties, account, region) -> (physical id[, attributes]) as a resource type."""

    def register(create, update=None):
        members = {"__module__": "moto_plus.added", "TYPE": type_name, "create": staticmethod(create)}
        if update:
            members["update"] = staticmethod(update)
        TYPES[type_name] = type(type_name.replace(":", ""), (Added,), members)
        return create

    return register
