import { startEmbeddedDatabase } from '../../lib/local/embedded-database.ts';

/** Serves the data directory that its argument names, and prints the URL of the database. A test can kill this process. */
const { url } = await startEmbeddedDatabase({ port: 0, directory: process.argv[2] });
console.log(url);
