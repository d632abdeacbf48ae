import { startEmbeddedDatabase } from '../../../../lib/local/embedded-database.ts';
import { serve } from '../harness/answer-bench.ts';

serve((await startEmbeddedDatabase({ port: 0 })).url);
