import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localTableNames } from '../../../../shared/local-service.ts';
import { checkBothVersions, PEOPLE } from '../simultaneous-versions.ts';
import { callAt } from '../calls.ts';
import { createCompany } from '../company.ts';
import { checkOutVersion, thisVersion, VERSION_1_0 } from '../old-version.ts';
import type { Drill } from '../run-upgrade-drill.ts';

/** Both versions run at the same time on the tables that version 1.0 made. */
export const runSideBySide: Drill = async ({ folder, settings, checks }) => {
  const old = await checkOutVersion(VERSION_1_0);
  try {
    const alone = await old.start(settings);
    const gate = await createCompany(alone.admin, folder, PEOPLE);
    await alone.stop();

    const current = await thisVersion.start(settings);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: current.databaseUrl, region: 'eu-central-1', credentials });
    // The folder has the signing keys that both use.
    const beside = await old.start({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: current.databaseUrl });
    try {
      await checkBothVersions(
        {
          old: { call: callAt(beside.url), admin: beside.admin },
          current: { call: callAt(current.url), admin: current.admin },
          gate,
          families: { client, table: localTableNames.apiClients },
        },
        checks,
      );
    } finally {
      client.destroy();
      await beside.stop();
      await current.stop();
    }
  } finally {
    await old.remove();
  }
};
