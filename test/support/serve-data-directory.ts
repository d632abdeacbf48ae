import { startEmbeddedDatabase } from '../../lib/local/backend.ts';

/** Starts a database on the data directory that is the first argument, and prints its URL. A test can kill this process. */
const { url } = await startEmbeddedDatabase({ port: 0, directory: process.argv[2] });
console.log(url);
