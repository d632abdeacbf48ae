"""DynamoDB's backup of a table that is deleted, and the time that a restore takes. moto 5.2.5 has neither."""
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Backup, RestoredPITTable, RestoredTable, Table
from moto.dynamodb.responses import DynamoHandler

# More than the 25 questions of `aws dynamodb wait table-exists`.
DESCRIPTIONS_UNTIL_ACTIVE = 30

plain_delete = DynamoDBBackend.delete_table


def delete_table(self, name):
    table = self.get_table(name)
    recovery = table.continuous_backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
    deleted = plain_delete(self, name)
    if recovery == "ENABLED":
        backup = Backup(self.account_id, self.region_name, f"{deleted.name}$DeletedTableBackup", deleted, type_="SYSTEM")
        self.backups[backup.arn] = backup
    return deleted


DynamoDBBackend.delete_table = delete_table
plain_list = DynamoHandler.list_backups


def list_backups(self):
    """The type is USER unless the request names another one."""
    wanted = self.body.get("BackupType", "USER")
    plain = self.dynamodb_backend.list_backups
    self.dynamodb_backend.list_backups = lambda name: [each for each in plain(name) if wanted in ("ALL", each.type)]
    try:
        return plain_list(self)
    finally:
        del self.dynamodb_backend.list_backups


DynamoHandler.list_backups = list_backups
plain_describe = Table.describe


def describe(self, base_key="TableDescription"):
    result = plain_describe(self, base_key)
    if isinstance(self, (RestoredTable, RestoredPITTable)):
        self.described = getattr(self, "described", 0) + 1
        result[base_key]["TableStatus"] = "CREATING" if self.described <= DESCRIPTIONS_UNTIL_ACTIVE else "ACTIVE"
    return result


Table.describe = describe
