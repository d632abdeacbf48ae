import { callBudgets } from '../../../shared/adapters/call-budget.ts';
import { connectDatabase, type Database } from '../../../shared/adapters/database.ts';
import { localTableNames } from '../../local/table-names.ts';
import { OperatorError } from '../operator-error.ts';
import { localEnvironment } from './local-environment.ts';
import { readStack, type StackNames } from './read-stack.ts';

/** Which service the operator works on: the local one, or a deployed stack. */
export interface TargetOptions {
  readonly local?: boolean | undefined;
  readonly stack?: string | undefined;
}

export interface Target extends Pick<StackNames, 'tableNames'>, Partial<Pick<StackNames, 'keySecrets'>> {
  readonly database: Database;
  readonly close: () => void;
}

const findNames = async ({ local, stack }: TargetOptions): Promise<Pick<Target, 'tableNames' | 'keySecrets'>> => {
  if (local && stack !== undefined) throw new OperatorError('Give either --local or --stack, not both.');
  if (stack !== undefined) return readStack(stack, callBudgets.operator);
  if (!local) throw new OperatorError('Say which service to work on: --local, or --stack with the name of a stack.');
  Object.assign(process.env, localEnvironment(process.env));
  return { tableNames: localTableNames };
};

/** Finds and connects the tables to work on. @throws OperatorError where the options do not name any. */
export const resolveTarget = async (options: TargetOptions): Promise<Target> => {
  const names = await findNames(options);
  const connection = connectDatabase(callBudgets.operator);
  return { ...names, database: connection.until(), close: () => connection.close() };
};
