import { invalid } from './dynamodb-error.ts';
import type { Action, Clause, Condition, Operand, Path } from './expression.ts';
import { faultOfOperands } from './operand-rules.ts';
import type { Placeholders } from './placeholders.ts';
import { reservedWords } from './reserved-words.ts';

const TOKEN = /\s*(?:([:#]?\w+)|(<=|>=|<>|[=<>().,[\]+-]))/y;
const COMPARATORS = new Set(['=', '<>', '<', '<=', '>', '>=']);
const TESTS = new Set(['attribute_exists', 'attribute_not_exists', 'attribute_type', 'begins_with', 'contains']);
const UPDATE_FUNCTIONS = new Set(['if_not_exists', 'list_append']);
const MAX_BYTES = 4096;

/** The kinds of expressions, by the names that DynamoDB's messages have for them. */
export type ExpressionKind =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';

/** A recursive-descent parser: one method for each rule of the grammar. @throws DynamoDbError */
class Parser {
  readonly #kind: ExpressionKind;
  readonly #placeholders: Placeholders;
  readonly #tokens: string[] = [];
  #position = 0;

  constructor(kind: ExpressionKind, expression: unknown, placeholders: Placeholders) {
    this.#kind = kind;
    this.#placeholders = placeholders;
    if (typeof expression !== 'string' || expression.trim() === '')
      throw this.#error('The expression can not be empty;');
    if (Buffer.byteLength(expression) > MAX_BYTES)
      throw this.#error('Expression size has exceeded the maximum allowed size;');
    TOKEN.lastIndex = 0;
    for (const end = expression.trimEnd().length; TOKEN.lastIndex < end;) {
      const from = TOKEN.lastIndex;
      const match = TOKEN.exec(expression);
      if (!match) throw this.#error(`Syntax error; token: "${expression.slice(from).trim()[0]}"`);
      this.#tokens.push((match[1] ?? match[2]) as string);
    }
  }

  #error(message: string): Error {
    return invalid(`Invalid ${this.#kind}: ${message}`);
  }

  get #next(): string | undefined {
    return this.#tokens[this.#position];
  }

  #syntaxError(): Error {
    return this.#error(`Syntax error; token: "${this.#next ?? '<EOF>'}"`);
  }

  #take(expected?: string): string {
    const token = this.#next;
    if (token === undefined || (expected !== undefined && token !== expected)) throw this.#syntaxError();
    this.#position += 1;
    return token;
  }

  #takeIf(token: string): boolean {
    if (this.#next !== token) return false;
    this.#position += 1;
    return true;
  }

  #isWord(word: string): boolean {
    return this.#next?.toUpperCase() === word;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#position += 1;
    return true;
  }

  end(): void {
    if (this.#next !== undefined) throw this.#syntaxError();
  }

  #name(): string {
    const token = this.#take();
    if (token.startsWith('#')) return this.#placeholders.name(token);
    if (!/^[A-Za-z_]\w*$/.test(token)) {
      this.#position -= 1;
      throw this.#syntaxError();
    }
    if (reservedWords.has(token.toUpperCase()))
      throw this.#error(`Attribute name is a reserved keyword; reserved keyword: ${token}`);
    return token;
  }

  #path(): Path {
    const steps: (string | number)[] = [this.#name()];
    for (;;) {
      if (this.#takeIf('.')) steps.push(this.#name());
      else if (this.#takeIf('[')) {
        const index = this.#take();
        if (!/^\d+$/.test(index)) throw this.#syntaxError();
        steps.push(Number(index));
        this.#take(']');
      } else return steps;
    }
  }

  #list<One>(readOne: () => One): One[] {
    const all = [readOne()];
    while (this.#takeIf(',')) all.push(readOne());
    return all;
  }

  #operands(): Operand[] {
    this.#take('(');
    const operands = this.#list(() => this.#operand());
    this.#take(')');
    return operands;
  }

  #operand(): Operand {
    const token = this.#next ?? '';
    if (token.startsWith(':')) return { kind: 'value', value: this.#placeholders.value(this.#take()) };
    if (this.#tokens[this.#position + 1] !== '(') return { kind: 'path', path: this.#path() };
    const isKnown = this.#kind === 'UpdateExpression' ? UPDATE_FUNCTIONS.has(token) : token === 'size';
    if (!isKnown) throw this.#error(`Invalid function name; function: ${token}`);
    this.#take();
    return { kind: 'call', name: token, operands: this.#checked(token, this.#operands()) };
  }

  #test(): Condition {
    if (this.#takeWord('NOT')) return { kind: 'not', conditions: [this.#test()] };
    if (this.#takeIf('(')) {
      const isRedundant = this.#next === '(';
      const start = this.#position;
      const inner = this.condition();
      if (isRedundant && this.#closes(start)) throw this.#error('The expression has redundant parentheses;');
      this.#take(')');
      return inner;
    }
    const operator = this.#next ?? '';
    if (TESTS.has(operator) && this.#tokens[this.#position + 1] === '(') {
      this.#take();
      return this.#checkTest(operator, this.#operands());
    }
    const left = this.#operand();
    if (this.#takeWord('BETWEEN')) {
      const low = this.#operand();
      if (!this.#takeWord('AND')) throw this.#syntaxError();
      return this.#checkTest('BETWEEN', [left, low, this.#operand()]);
    }
    if (this.#takeWord('IN')) return this.#checkTest('IN', [left, ...this.#operands()]);
    if (!COMPARATORS.has(this.#next ?? '')) throw this.#syntaxError();
    return this.#checkTest(this.#take(), [left, this.#operand()]);
  }

  /** Whether the parenthesis at `start` is closed just before the current position: it encloses all in between. */
  #closes(start: number): boolean {
    let depth = 0;
    for (let position = start; position < this.#position; position += 1) {
      if (this.#tokens[position] === '(') depth += 1;
      if (this.#tokens[position] === ')') depth -= 1;
      if (depth === 0) return position === this.#position - 1;
    }
    return false;
  }

  #checked(operator: string, operands: readonly Operand[]): readonly Operand[] {
    const fault = faultOfOperands(operator, operands);
    if (fault) throw this.#error(`${fault};`);
    return operands;
  }

  #checkTest(operator: string, operands: readonly Operand[]): Condition {
    return { kind: 'test', operator, operands: this.#checked(operator, operands) };
  }

  #sequence(kind: 'and' | 'or', word: string, readOne: () => Condition): Condition {
    const first = readOne();
    const conditions = [first];
    while (this.#takeWord(word)) conditions.push(readOne());
    return conditions.length === 1 ? first : { kind, conditions };
  }

  condition(): Condition {
    return this.#sequence('or', 'OR', () => this.#sequence('and', 'AND', () => this.#test()));
  }

  paths(): Path[] {
    return this.#list(() => this.#path());
  }

  /** The value of a SET: an operand, or the sum or difference of two. */
  #sum(): Operand {
    const left = this.#operand();
    for (const sign of ['+', '-']) {
      if (this.#takeIf(sign))
        return { kind: 'call', name: sign, operands: this.#checked(sign, [left, this.#operand()]) };
    }
    return left;
  }

  #action(clause: Clause): Action {
    const path = this.#path();
    if (clause === 'REMOVE') return { clause, path };
    if (clause === 'SET') {
      this.#take('=');
      return { clause, path, operand: this.#sum() };
    }
    const operand = this.#operand();
    if (operand.kind !== 'value') throw this.#syntaxError();
    return { clause, path, operand };
  }

  actions(): Action[] {
    const actions = new Map<Clause, Action[]>();
    while (this.#next !== undefined) {
      const clause = (['SET', 'REMOVE', 'ADD', 'DELETE'] as const).find((word) => this.#takeWord(word));
      if (!clause) throw this.#syntaxError();
      if (actions.has(clause))
        throw this.#error(`The "${clause}" section can only be used once in an update expression;`);
      actions.set(
        clause,
        this.#list(() => this.#action(clause)),
      );
    }
    return [...actions.values()].flat();
  }
}

/** Parses a condition, filter or key condition. @throws DynamoDbError */
export const parseCondition = (
  kind: 'ConditionExpression' | 'FilterExpression' | 'KeyConditionExpression',
  expression: unknown,
  placeholders: Placeholders,
): Condition => {
  const parser = new Parser(kind, expression, placeholders);
  const condition = parser.condition();
  parser.end();
  return condition;
};

/** Parses the paths of a projection. @throws DynamoDbError */
export const parsePaths = (expression: unknown, placeholders: Placeholders): Path[] => {
  const parser = new Parser('ProjectionExpression', expression, placeholders);
  const paths = parser.paths();
  parser.end();
  return paths;
};

/** Parses the actions of an update. @throws DynamoDbError */
export const parseActions = (expression: unknown, placeholders: Placeholders): Action[] =>
  new Parser('UpdateExpression', expression, placeholders).actions();
