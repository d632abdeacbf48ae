import { main } from '../lib/cli/run-cli.ts';

await main('npm run -s admin --');
