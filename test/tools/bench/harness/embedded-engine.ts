import { startEmbeddedDatabase } from '../../../../lib/local/embedded-database.ts';
import { serveCommands } from './serve-commands.ts';

const { url } = await startEmbeddedDatabase({ port: 0 });

serveCommands({ url: () => url });
