/**
 * Evaluates DynamoDB's condition, filter, key condition and update expressions on plain JavaScript values: the part of the
 * language that the stores use. Anything else is an error, never a wrong result.
 */
export type Item = Readonly<Record<string, unknown>>;

/** The input of an evaluation. */
export interface Scope {
  readonly item: Item | undefined;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Evaluate<Result> = (scope: Scope) => Result;
type Step = string | number;

const TOKEN = /\s*([:#]?[A-Za-z_]\w*|\d+|<=|>=|<>|[=<>().,[\]])/y;

const tokenize = (expression: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const match = TOKEN.exec(expression);
    if (!match) throw new Error(`not understood: ${expression}`);
    tokens.push(match[1] as string);
  }
  return tokens;
};

/** Compares values of one type like DynamoDB: numbers by size, texts by their bytes in UTF-8. Undefined for other types. */
export const compare = (one: unknown, other: unknown): number | undefined => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
};

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '=': isEqual,
  '<>': (one, other) => !isEqual(one, other),
  '<': (one, other) => (compare(one, other) ?? 0) < 0,
  '<=': (one, other) => (compare(one, other) ?? 1) <= 0,
  '>': (one, other) => (compare(one, other) ?? 0) > 0,
  '>=': (one, other) => (compare(one, other) ?? -1) >= 0,
};

const isBetween = (value: unknown, low: unknown, high: unknown): boolean => {
  // DynamoDB refuses such a range.
  if ((compare(low, high) ?? 0) > 0)
    throw Object.assign(new Error('BETWEEN: the upper bound is less than the lower bound'), {
      name: 'ValidationException',
    });
  return (compare(value, low) ?? -1) >= 0 && (compare(value, high) ?? 1) <= 0;
};

const contains = (container: unknown, wanted: unknown): boolean => {
  if (container instanceof Set) return container.has(wanted);
  if (Array.isArray(container)) return container.includes(wanted);
  return typeof container === 'string' && typeof wanted === 'string' && container.includes(wanted);
};

const sizeOf = (value: unknown): number | undefined => {
  if (value instanceof Set) return value.size;
  return Array.isArray(value) ? value.length : undefined;
};

const read = (value: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>((part, step) => (part as Record<Step, unknown> | undefined)?.[step], value);

/** A recursive-descent parser: one function per rule of the grammar. */
class Parser {
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(expression: string) {
    this.#tokens = tokenize(expression);
  }

  get next(): string | undefined {
    return this.#tokens[this.#position];
  }

  take(expected?: string): string {
    const token = this.next;
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`${expected ?? 'more'} expected in ${this.#tokens.join(' ')}`);
    this.#position += 1;
    return token;
  }

  takeIf(token: string): boolean {
    if (this.next !== token) return false;
    this.#position += 1;
    return true;
  }

  path(): Evaluate<Step[]> {
    const steps: Step[] = [this.take()];
    for (;;) {
      if (this.takeIf('.')) steps.push(this.take());
      else if (this.takeIf('[')) {
        steps.push(Number(this.take()));
        this.take(']');
      } else break;
    }
    return ({ names }) =>
      steps.map((step) => (typeof step === 'string' && step.startsWith('#') ? (names[step] as string) : step));
  }

  operand(): Evaluate<unknown> {
    if (this.next?.startsWith(':')) {
      const name = this.take();
      return ({ values }) => {
        if (!(name in values)) throw new Error(`no value for ${name}`);
        return values[name];
      };
    }
    if (this.takeIf('size')) {
      const [path] = this.arguments();
      return (scope) => sizeOf((path as Evaluate<unknown>)(scope));
    }
    const path = this.path();
    return (scope) => read(scope.item, path(scope));
  }

  arguments(): Evaluate<unknown>[] {
    this.take('(');
    const operands = [this.operand()];
    while (this.takeIf(',')) operands.push(this.operand());
    this.take(')');
    return operands;
  }

  test(): Evaluate<boolean> {
    if (this.takeIf('NOT')) {
      const negated = this.test();
      return (scope) => !negated(scope);
    }
    if (this.takeIf('(')) {
      const inner = this.condition();
      this.take(')');
      return inner;
    }
    const name = this.next ?? '';
    if (name in functions) {
      this.take();
      const operands = this.arguments();
      return (scope) => (functions[name] as Test)(...operands.map((operand) => operand(scope)));
    }
    const left = this.operand();
    if (this.takeIf('BETWEEN')) {
      const low = this.operand();
      this.take('AND');
      const high = this.operand();
      return (scope) => isBetween(left(scope), low(scope), high(scope));
    }
    if (this.takeIf('IN')) {
      const allowed = this.arguments();
      return (scope) => allowed.some((one) => isEqual(left(scope), one(scope)));
    }
    const compareBy = comparisons[this.take()];
    if (!compareBy) throw new Error(`no comparison in ${this.#tokens.join(' ')}`);
    const right = this.operand();
    return (scope) => {
      const value = left(scope);
      return value !== undefined && compareBy(value, right(scope));
    };
  }

  all(): Evaluate<boolean> {
    const tests = [this.test()];
    while (this.takeIf('AND')) tests.push(this.test());
    return (scope) => tests.every((one) => one(scope));
  }

  condition(): Evaluate<boolean> {
    const alternatives = [this.all()];
    while (this.takeIf('OR')) alternatives.push(this.all());
    return (scope) => alternatives.some((one) => one(scope));
  }
}

type Test = (...operands: unknown[]) => boolean;

const functions: Readonly<Record<string, Test>> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
  begins_with: (value, start) => typeof value === 'string' && value.startsWith(String(start)),
  contains,
};

const memoize = <Parsed>(parse: (expression: string) => Parsed): ((expression: string) => Parsed) => {
  const known = new Map<string, Parsed>();
  return (expression) => {
    const parsed = known.get(expression) ?? parse(expression);
    known.set(expression, parsed);
    return parsed;
  };
};

/**
 * Parses a condition, filter or key condition into a function.
 * @throws Error for unsupported syntax
 */
export const parseCondition = memoize((expression: string): Evaluate<boolean> => {
  const parser = new Parser(expression);
  const condition = parser.condition();
  if (parser.next !== undefined) throw new Error(`not understood: ${expression}`);
  return condition;
});

/** A copy of `value` in which `change` is applied to the value at `path`; undefined removes it. */
const changeAt = (value: unknown, path: readonly Step[], change: (before: unknown) => unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (typeof value !== 'object' || value === null) throw new Error('the path of an update does not exist');
  const copy: Record<Step, unknown> | unknown[] = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const parts = copy as Record<Step, unknown>;
  const changed = changeAt(parts[step], rest, change);
  if (changed === undefined) delete parts[step];
  else parts[step] = changed;
  return copy;
};

const union = (before: unknown, added: unknown): Set<unknown> =>
  new Set([...((before as Set<unknown> | undefined) ?? []), ...(added as Set<unknown>)]);

const difference = (before: unknown, removed: unknown): Set<unknown> | undefined => {
  const left = [...((before as Set<unknown> | undefined) ?? [])].filter((one) => !(removed as Set<unknown>).has(one));
  return left.length > 0 ? new Set(left) : undefined;
};

type Clause = (parser: Parser) => Evaluate<(item: Item) => Item>;

const changing =
  (
    change: (before: unknown, operand: unknown) => unknown,
    readOperand: (parser: Parser) => Evaluate<unknown>,
  ): Clause =>
  (parser) => {
    const path = parser.path();
    const operand = readOperand(parser);
    return (scope) => (item) => changeAt(item, path(scope), (before) => change(before, operand(scope))) as Item;
  };

const clauses: Readonly<Record<string, Clause>> = {
  SET: changing(
    (_, value) => value,
    (parser) => {
      parser.take('=');
      return parser.operand();
    },
  ),
  REMOVE: changing(
    () => undefined,
    () => () => undefined,
  ),
  ADD: changing(union, (parser) => parser.operand()),
  DELETE: changing(difference, (parser) => parser.operand()),
};

/** An update as a function that returns the item after it. `scope.item` is the item before it. */
export const parseUpdate = memoize((expression: string): Evaluate<Item> => {
  const parser = new Parser(expression);
  const steps: Evaluate<(item: Item) => Item>[] = [];
  while (parser.next !== undefined) {
    const clause = clauses[parser.take()];
    if (!clause) throw new Error(`not understood: ${expression}`);
    do steps.push(clause(parser));
    while (parser.takeIf(','));
  }
  return (scope) => steps.reduce((item, step) => step(scope)(item), scope.item ?? {});
});
