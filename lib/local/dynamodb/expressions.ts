import { parseItem, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { assertNoOverlap, changeAt, readPath, type Path } from './document-path.ts';
import { limits, invalid, recordIn, type Input } from './request.ts';
import { clauses, tests } from './operators.ts';
import { compareValues } from './ordered-text.ts';
import { reservedWords } from './reserved-words.ts';

/** Whether a condition holds for an item. If the item does not exist, pass an empty item. */
type Predicate = (item: Item) => boolean;

/** One test of a condition. */
export interface Test {
  readonly operator: string;
  readonly path: Path;
  readonly operands: readonly AttributeValue[];
}

/** The changes of an update, in order. */
export interface Action {
  readonly path: Path;
  readonly change: (before: AttributeValue | undefined) => AttributeValue | undefined;
}

const PLACEHOLDERS = ['ExpressionAttributeNames', 'ExpressionAttributeValues'] as const;

const NAME = String.raw`(?:#\w+|[A-Za-z_]\w*)\b`;
const PATH = String.raw`(?<path>${NAME}(?:\.${NAME}|\[\d+\])*)`;
/** A path that does not end at an element of a list. */
const PATH_TO_NAME = String.raw`(?<path>(?:${NAME}(?:\[\d+\])*\.)*${NAME})`;

/**
 * A pattern that matches the forms at one position. In a form, a space stands for any white space, and VALUE and LAST for the
 * placeholders of the first and the second operand.
 */
const pattern = (...forms: string[]): RegExp =>
  new RegExp(
    forms
      .map((form) =>
        ` ${form}`
          .replaceAll(' ', String.raw`\s*`)
          .replaceAll('VALUE', String.raw`(?<value>:\w+\b)`)
          .replaceAll('LAST', String.raw`(?<last>:\w+\b)`),
      )
      .join('|'),
    'y',
  );

const TEST = pattern(
  String.raw`(?<operator>attribute_exists|attribute_not_exists) \( ${PATH} \)`,
  String.raw`(?<operator>begins_with|contains) \( ${PATH} , VALUE \)`,
  String.raw`(?<operator>size) \( ${PATH} \) < VALUE`,
  `${PATH} (?<operator>BETWEEN) VALUE AND LAST`,
  `${PATH} (?<operator>[<>]=?|=) VALUE`,
);
const ACTIONS: Readonly<Record<string, RegExp>> = {
  SET: pattern(`${PATH_TO_NAME} = VALUE`),
  REMOVE: pattern(PATH_TO_NAME),
  ADD: pattern(`(?<path>${NAME}) VALUE`),
  DELETE: pattern(`(?<path>${NAME}) VALUE`),
};
const CLAUSE = pattern(String.raw`(?<clause>${Object.keys(ACTIONS).join('|')})\b`);
const ATTRIBUTE = pattern(`(?<path>${NAME})`);
const [COMMA, AND, OR, NOT] = [pattern(','), pattern('AND\\b'), pattern('OR\\b'), pattern('NOT\\b')];
const [OPEN, CLOSE, END] = [pattern('\\('), pattern('\\)'), pattern('$')];

/**
 * The expressions of a request. Only the forms above are supported: those that the project uses, combined with parentheses,
 * NOT, AND and OR. Each method throws AwsError for an expression of another form, and for one that DynamoDB rejects.
 */
export class Expressions {
  readonly #input: Input;
  readonly #names: Input;
  readonly #values: Item;
  readonly #used = new Set<string>();
  /** Conditions that were in parentheses. The parentheses in `((a))` are redundant: both pairs enclose the same predicate. */
  readonly #groups = new Set<Predicate>();
  #text = '';
  #position = 0;

  constructor(input: Input) {
    this.#input = input;
    for (const member of PLACEHOLDERS)
      if (input[member] !== undefined && Object.keys(recordIn(input[member])).length === 0)
        throw invalid(`${member} must not be empty`);
    this.#names = recordIn(input['ExpressionAttributeNames'] ?? {});
    this.#values = parseItem(input['ExpressionAttributeValues'] ?? {});
  }

  /** @param excluded attributes that the condition cannot use */
  condition(
    member: 'ConditionExpression' | 'FilterExpression',
    excluded: readonly unknown[] = [],
  ): Predicate | undefined {
    return this.#parse(member, () => this.#any(excluded));
  }

  /** The tests of a key condition, of which all must hold. */
  keyTests(): readonly Test[] | undefined {
    return this.#parse('KeyConditionExpression', () => this.#separated(AND, () => this.#test()));
  }

  update(): readonly Action[] | undefined {
    return this.#parse('UpdateExpression', () => {
      const actions: Action[] = [];
      const unusedClauses = new Set(Object.keys(ACTIONS));
      while (!this.#takeIf(END)) {
        const clause = String(this.#take(CLAUSE)['clause']);
        if (!unusedClauses.delete(clause)) throw this.#unsupported();
        actions.push(...this.#separated(COMMA, () => this.#action(clause)));
      }
      assertNoOverlap(actions.map(({ path }) => path));
      return actions;
    });
  }

  /** The attributes to return; undefined for all. */
  projection(): readonly string[] | undefined {
    return this.#parse('ProjectionExpression', () => {
      const paths = this.#separated(COMMA, () => this.#path(this.#take(ATTRIBUTE)));
      assertNoOverlap(paths);
      return paths.map(String);
    });
  }

  /** Call this after all expressions have been parsed. */
  assertAllUsed(): void {
    for (const member of PLACEHOLDERS) {
      const unused = Object.keys(this.#input[member] ?? {}).filter((placeholder) => !this.#used.has(placeholder));
      if (unused.length > 0)
        throw invalid(`Value provided in ${member} unused in expressions: keys: {${unused.join(', ')}}`);
    }
  }

  /** Parses an expression of the request, if it has this one. */
  #parse<One>(member: string, read: () => One): One | undefined {
    const expression = this.#input[member];
    if (expression === undefined) return undefined;
    if (typeof expression !== 'string' || expression.trim() === '')
      throw invalid(`Invalid ${member}: The expression can not be empty;`);
    if (Buffer.byteLength(expression) > limits.expressionBytes)
      throw invalid(`Invalid ${member}: Expression size has exceeded the maximum;`);
    this.#text = expression;
    this.#position = 0;
    const result = read();
    this.#take(END);
    return result;
  }

  #unsupported(): Error {
    const rest = this.#text.slice(this.#position) || 'the end';
    return invalid(`The expression is invalid, or the local DynamoDB does not support it, at: ${rest}`);
  }

  /** Takes what matches at the current position. @returns the groups of the match */
  #takeIf(expected: RegExp): Readonly<Record<string, string | undefined>> | undefined {
    expected.lastIndex = this.#position;
    const match = expected.exec(this.#text);
    if (!match) return undefined;
    this.#position = expected.lastIndex;
    return match.groups ?? {};
  }

  #take(expected: RegExp): Readonly<Record<string, string | undefined>> {
    const groups = this.#takeIf(expected);
    if (!groups) throw this.#unsupported();
    return groups;
  }

  #separated<One>(separator: RegExp, readOne: () => One): One[] {
    const all = [readOne()];
    while (this.#takeIf(separator)) all.push(readOne());
    return all;
  }

  #meaningOf<Meaning>(meanings: Readonly<Record<string, Meaning>>, placeholder: string): Meaning {
    const meaning = Object.hasOwn(meanings, placeholder) ? meanings[placeholder] : undefined;
    if (meaning === undefined)
      throw invalid(`An expression attribute name or value used in expression is not defined: ${placeholder}`);
    this.#used.add(placeholder);
    return meaning;
  }

  #path({ path = '' }: Readonly<Record<string, string | undefined>>): Path {
    return path.split(/[.[]/).map((step) => {
      if (step.endsWith(']')) return Number.parseInt(step, 10);
      if (step.startsWith('#')) return String(this.#meaningOf(this.#names, step));
      if (reservedWords.has(step.toUpperCase()))
        throw invalid(`Attribute name is a reserved keyword; reserved keyword: ${step}`);
      return step;
    });
  }

  #operands(operator: string, types: readonly string[] | undefined, ...names: (string | undefined)[]) {
    const operands = names.flatMap((name) => (name === undefined ? [] : this.#meaningOf(this.#values, name)));
    const wrongType = operands.map(typeOf).find((type) => types?.includes(type) === false);
    if (wrongType)
      throw invalid(`Incorrect operand type for operator or function: ${operator}, operand type: ${wrongType}`);
    return operands;
  }

  #test(): Test {
    const groups = this.#take(TEST);
    const operator = String(groups['operator']);
    const path = this.#path(groups);
    const operands = this.#operands(operator, tests[operator]?.types, groups['value'], groups['last']);
    // Negated, so that it also holds for operands of different types, whose comparison is NaN.
    if (operands.length === 2 && !(compareValues(operands[0], operands[1]) <= 0))
      throw invalid('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
    return { operator, path, operands };
  }

  #any(excluded: readonly unknown[]): Predicate {
    const any = this.#separated(OR, () => this.#all(excluded));
    return any.length === 1 ? (any[0] as Predicate) : (item) => any.some((holds) => holds(item));
  }

  #all(excluded: readonly unknown[]): Predicate {
    const all = this.#separated(AND, () => this.#one(excluded));
    return all.length === 1 ? (all[0] as Predicate) : (item) => all.every((holds) => holds(item));
  }

  #one(excluded: readonly unknown[]): Predicate {
    if (this.#takeIf(NOT)) {
      const holds = this.#one(excluded);
      return (item) => !holds(item);
    }
    if (this.#takeIf(OPEN)) {
      const group = this.#any(excluded);
      if (this.#groups.has(group)) throw invalid('The expression has redundant parentheses;');
      this.#groups.add(group);
      this.#take(CLOSE);
      return group;
    }
    const { operator, path, operands } = this.#test();
    if (excluded.includes(path[0])) throw invalid('Filter Expression can only contain non-primary key attributes');
    const [first, last] = operands as [AttributeValue, AttributeValue];
    return (item) => tests[operator]?.apply(readPath(item, path), first, last) === true;
  }

  #action(clause: string): Action {
    const groups = this.#take(ACTIONS[clause] as RegExp);
    const path = this.#path(groups);
    const { types, apply } = clauses[clause] as (typeof clauses)[string];
    // A clause has one operand, or none (REMOVE).
    const [operand] = this.#operands(clause, types, groups['value']) as [AttributeValue];
    return { path, change: (before) => apply(before, operand) };
  }
}

/** Returns the item after an update. @throws AwsError if the update does not fit the item */
export const applyActions = (actions: readonly Action[], before: Item): Item =>
  actions.reduce<Item>((item, { path, change }) => (changeAt({ M: item }, path, change) as { M: Item }).M, before);
