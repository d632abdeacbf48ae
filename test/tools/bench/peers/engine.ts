import { startEmbeddedDatabase } from '../../../../lib/local/backend.ts';
import { answerBench } from '../harness/answer-bench.ts';

answerBench((await startEmbeddedDatabase({ port: 0 })).url);
