import { isDeepStrictEqual } from 'node:util';
import { compareValues, typeOf } from './attribute-value.ts';
import { invalid } from './dynamodb-error.ts';
import { findOverlap, type Action, type Condition, type Operand, type Path } from './expression.ts';
import { Placeholders } from './placeholders.ts';
import type { Input } from './request-members.ts';
import { reservedWords } from './reserved-words.ts';

const TOKEN = /\s*(?:([:#]?\w+)|(<=|>=|<>|[=<>().,[\]]))/y;
const COMPARATORS = new Set(['=', '<>', '<', '<=', '>', '>=']);
/** The number of operands of each function. */
const FUNCTIONS: Readonly<Record<string, number>> = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  begins_with: 2,
  contains: 2,
};
const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;
const MAX_BYTES = 4096;

/** The types of values that an operator or a clause accepts; undefined if it accepts all. */
const acceptedTypes = (operator: string): readonly string[] | undefined => {
  if (/^[<>]=?$|BETWEEN/.test(operator)) return ['S', 'N'];
  if (operator === 'begins_with') return ['S'];
  if (operator === 'ADD') return ['N', 'SS'];
  return operator === 'DELETE' ? ['SS'] : undefined;
};

/** Returns why DynamoDB rejects an operator with these operands, whatever the item is; undefined if the operands are valid. */
const faultOf = (operator: string, operands: readonly Operand[]): string | undefined => {
  const [first, ...others] = operands;
  const [low, high] = others;
  const values = operands.flatMap((operand) => (operand.kind === 'value' ? operand.value : []));
  const wrongType = values.map(typeOf).find((type) => acceptedTypes(operator)?.includes(type) === false);
  if (operands.length !== (FUNCTIONS[operator] ?? operands.length)) return 'Incorrect number of operands';
  if (operator.startsWith('attribute_') && first?.kind !== 'path')
    return 'Operator or function requires a document path';
  if (others.some((other) => other.kind === 'path' && isDeepStrictEqual(first, other)))
    return 'The first operand must be distinct from the remaining operands';
  if (wrongType) return `Incorrect operand type for operator or function; operand type: ${wrongType}`;
  if (operator !== 'BETWEEN' || low?.kind !== 'value' || high?.kind !== 'value') return undefined;
  if (typeOf(low.value) !== typeOf(high.value)) return 'BETWEEN requires same data type for lower and upper bounds';
  if ((compareValues(low.value, high.value) ?? 0) > 0)
    return 'The BETWEEN operator requires upper bound to be greater than or equal to lower bound';
};

/** A recursive-descent parser: one method for each rule of the grammar. @throws DynamoDbError */
class Parser {
  readonly #kind: string;
  readonly #placeholders: Placeholders;
  readonly #tokens: string[] = [];
  #position = 0;
  /** Where the last group in parentheses began and ended. */
  #lastGroup: readonly [number, number] = [0, 0];

  constructor(kind: string, expression: unknown, placeholders: Placeholders) {
    this.#kind = kind;
    this.#placeholders = placeholders;
    if (typeof expression !== 'string' || expression.trim() === '')
      throw this.#error('The expression can not be empty');
    if (Buffer.byteLength(expression) > MAX_BYTES) throw this.#error('Expression size has exceeded the maximum');
    TOKEN.lastIndex = 0;
    for (const end = expression.trimEnd().length; TOKEN.lastIndex < end;) {
      const from = TOKEN.lastIndex;
      const match = TOKEN.exec(expression);
      if (!match) throw this.#syntaxError(expression.slice(from).trim()[0]);
      this.#tokens.push((match[1] ?? match[2]) as string);
    }
  }

  #error(message: string): Error {
    return invalid(`Invalid ${this.#kind}: ${message};`);
  }

  #syntaxError(token = this.#next): Error {
    return this.#error(`Syntax error, or not supported by the local DynamoDB; token: "${token ?? '<EOF>'}"`);
  }

  get #next(): string | undefined {
    return this.#tokens[this.#position];
  }

  #take(expected?: string): string {
    const token = this.#next;
    if (token === undefined || (expected !== undefined && token !== expected)) throw this.#syntaxError();
    this.#position += 1;
    return token;
  }

  #takeIf(token: string): boolean {
    if (this.#next?.toUpperCase() !== token) return false;
    this.#position += 1;
    return true;
  }

  /** Parses the whole expression with `read`, and returns its result. @throws DynamoDbError if `read` leaves a token */
  parseWhole<One>(read: (parser: this) => One): One {
    const result = read(this);
    if (this.#next !== undefined) throw this.#syntaxError();
    return result;
  }

  #name(): string {
    const token = this.#next ?? '';
    if (token.startsWith('#')) return this.#placeholders.name(this.#take());
    if (!/^[A-Za-z_]/.test(token)) throw this.#syntaxError();
    if (reservedWords.has(token.toUpperCase()))
      throw this.#error(`Attribute name is a reserved keyword; reserved keyword: ${token}`);
    return this.#take();
  }

  #path(): Path {
    const steps: (string | number)[] = [this.#name()];
    for (;;) {
      if (this.#takeIf('.')) steps.push(this.#name());
      else if (this.#takeIf('[')) {
        if (!/^\d+$/.test(this.#next ?? '')) throw this.#syntaxError();
        steps.push(Number(this.#take()));
        this.#take(']');
      } else return steps;
    }
  }

  #list<One>(readOne: () => One): One[] {
    const all = [readOne()];
    while (this.#takeIf(',')) all.push(readOne());
    return all;
  }

  #operand(): Operand {
    return this.#next?.startsWith(':') === true
      ? { kind: 'value', value: this.#placeholders.value(this.#take()) }
      : { kind: 'path', path: this.#path() };
  }

  #checkOperands(operator: string, operands: readonly Operand[]): void {
    const fault = faultOf(operator, operands);
    if (fault) throw this.#error(`${fault}; operator or function: ${operator}`);
  }

  #makeTest(operator: string, operands: readonly Operand[]): Condition {
    this.#checkOperands(operator, operands);
    return { kind: 'test', operator, operands };
  }

  #test(): Condition {
    if (this.#takeIf('NOT')) return { kind: 'not', conditions: [this.#test()] };
    if (this.#takeIf('(')) return this.#group();
    const name = this.#next ?? '';
    if (Object.hasOwn(FUNCTIONS, name) && this.#tokens[this.#position + 1] === '(') {
      this.#position += 2;
      const operands = this.#list(() => this.#operand());
      this.#take(')');
      return this.#makeTest(name, operands);
    }
    const left = this.#operand();
    if (this.#takeIf('BETWEEN')) {
      const low = this.#operand();
      if (!this.#takeIf('AND')) throw this.#syntaxError();
      return this.#makeTest('BETWEEN', [left, low, this.#operand()]);
    }
    if (!COMPARATORS.has(this.#next ?? '')) throw this.#syntaxError();
    return this.#makeTest(this.#take(), [left, this.#operand()]);
  }

  /** Parses a condition in parentheses. DynamoDB rejects double parentheses. */
  #group(): Condition {
    const start = this.#position;
    const inner = this.condition();
    const [from, to] = this.#lastGroup;
    if (from === start + 1 && to === this.#position) throw this.#error('The expression has redundant parentheses');
    this.#take(')');
    this.#lastGroup = [start, this.#position];
    return inner;
  }

  #sequence(kind: 'and' | 'or', readOne: () => Condition): Condition {
    const conditions = [readOne()];
    while (this.#takeIf(kind.toUpperCase())) conditions.push(readOne());
    return conditions.length === 1 ? (conditions[0] as Condition) : { kind, conditions };
  }

  condition(): Condition {
    return this.#sequence('or', () => this.#sequence('and', () => this.#test()));
  }

  names(): string[] {
    const names = this.#list(() => this.#name());
    this.#checkOverlap(names.map((name) => [name]));
    return names;
  }

  #action(clause: Action['clause']): Action {
    const path = this.#path();
    if (clause === 'REMOVE') return { clause, path };
    if (clause === 'SET') this.#take('=');
    if (this.#next?.startsWith(':') !== true) throw this.#syntaxError();
    const value = this.#placeholders.value(this.#take());
    this.#checkOperands(clause, [{ kind: 'value', value }]);
    return { clause, path, value };
  }

  actions(): Action[] {
    const actions: Action[] = [];
    while (this.#next !== undefined) {
      const clause = CLAUSES.find((word) => this.#takeIf(word));
      if (!clause) throw this.#syntaxError();
      if (actions.some((one) => one.clause === clause))
        throw this.#error(`The "${clause}" section can only be used once in an update expression`);
      actions.push(...this.#list(() => this.#action(clause)));
    }
    this.#checkOverlap(actions.map(({ path }) => path));
    return actions;
  }

  #checkOverlap(paths: readonly Path[]): void {
    const overlap = findOverlap(paths);
    if (overlap) throw this.#error(`Two document paths overlap with each other; ${overlap}`);
  }
}

/** The expressions of a request, each parsed on demand. @throws DynamoDbError */
export class Expressions {
  readonly #input: Input;
  readonly #placeholders: Placeholders;

  constructor(input: Input) {
    this.#input = input;
    this.#placeholders = new Placeholders(input);
  }

  #parse<One>(member: string, read: (parser: Parser) => One): One | undefined {
    const expression = this.#input[member];
    return expression === undefined ? undefined : new Parser(member, expression, this.#placeholders).parseWhole(read);
  }

  condition(member: 'ConditionExpression' | 'FilterExpression' | 'KeyConditionExpression'): Condition | undefined {
    return this.#parse(member, (parser) => parser.condition());
  }

  actions(): readonly Action[] | undefined {
    return this.#parse('UpdateExpression', (parser) => parser.actions());
  }

  /** The attributes to return; undefined for all. */
  projection(): readonly string[] | undefined {
    return this.#parse('ProjectionExpression', (parser) => parser.names());
  }

  assertAllUsed(): void {
    this.#placeholders.assertAllUsed();
  }
}
