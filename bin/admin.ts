import { main } from '../lib/cli/main.ts';

await main('npm run -s admin --');
