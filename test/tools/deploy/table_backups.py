"""DynamoDB's backup of a table that is deleted, and the time that a restore takes. moto 5.2.5 has neither."""
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Backup, RestoredPITTable, RestoredTable, Table
from moto.dynamodb.responses import DynamoHandler

from replaces import replaces

# More than the 25 questions of `aws dynamodb wait table-exists`.
DESCRIPTIONS_UNTIL_ACTIVE = 30


@replaces(DynamoDBBackend)
def delete_table(plain, self, name):
    table = self.get_table(name)
    recovery = table.continuous_backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
    deleted = plain(self, name)
    if recovery == "ENABLED":
        backup = Backup(self.account_id, self.region_name, f"{deleted.name}$DeletedTableBackup", deleted, type_="SYSTEM")
        self.backups[backup.arn] = backup
    return deleted


@replaces(DynamoHandler)
def list_backups(plain, self):
    """The type is USER unless the request names another one."""
    wanted = self.body.get("BackupType", "USER")
    all_backups = self.dynamodb_backend.list_backups
    self.dynamodb_backend.list_backups = lambda name: [each for each in all_backups(name) if wanted in ("ALL", each.type)]
    try:
        return plain(self)
    finally:
        del self.dynamodb_backend.list_backups


@replaces(Table)
def describe(plain, self, base_key="TableDescription"):
    result = plain(self, base_key)
    if isinstance(self, (RestoredTable, RestoredPITTable)):
        self.described = getattr(self, "described", 0) + 1
        result[base_key]["TableStatus"] = "CREATING" if self.described <= DESCRIPTIONS_UNTIL_ACTIVE else "ACTIVE"
    return result
