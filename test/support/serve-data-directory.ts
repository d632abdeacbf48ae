import { startEmbeddedDatabase } from '../../lib/local/embedded-database.ts';

/** A process that serves the data directory of its argument and prints its URL, so that a test can kill it. */
const { url } = await startEmbeddedDatabase({ port: 0, directory: process.argv[2] });
console.log(url);
