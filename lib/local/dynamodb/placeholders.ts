import { isRecord, parseValue, type AttributeValue } from './attribute-value.ts';
import { invalid } from './dynamodb-error.ts';

/** The members of a request that give meaning to `#name` and `:value` in its expressions. */
export interface PlaceholderInput {
  readonly ExpressionAttributeNames?: unknown;
  readonly ExpressionAttributeValues?: unknown;
}

const recordOf = (member: string, raw: unknown): Readonly<Record<string, unknown>> => {
  if (raw === undefined) return {};
  if (!isRecord(raw)) throw invalid(`${member} must be an object`);
  if (Object.keys(raw).length === 0) throw invalid(`${member} must not be empty`);
  return raw;
};

/** Resolves the placeholders of a request's expressions and notices those that none of them uses. */
export class Placeholders {
  readonly #names: Readonly<Record<string, unknown>>;
  readonly #values: Readonly<Record<string, AttributeValue>>;
  readonly #used = new Set<string>();

  constructor(input: PlaceholderInput) {
    this.#names = recordOf('ExpressionAttributeNames', input.ExpressionAttributeNames);
    const values = recordOf('ExpressionAttributeValues', input.ExpressionAttributeValues);
    this.#values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parseValue(value)]));
  }

  name(placeholder: string): string {
    const name = Object.hasOwn(this.#names, placeholder) ? this.#names[placeholder] : undefined;
    if (typeof name !== 'string')
      throw invalid(
        `An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`,
      );
    this.#used.add(placeholder);
    return name;
  }

  value(placeholder: string): AttributeValue {
    const value = Object.hasOwn(this.#values, placeholder) ? this.#values[placeholder] : undefined;
    if (!value)
      throw invalid(`An expression attribute value used in expression is not defined; attribute value: ${placeholder}`);
    this.#used.add(placeholder);
    return value;
  }

  /** To be called after all expressions were parsed. */
  assertAllUsed(): void {
    for (const [member, given] of [
      ['ExpressionAttributeNames', this.#names],
      ['ExpressionAttributeValues', this.#values],
    ] as const) {
      const unused = Object.keys(given).filter((placeholder) => !this.#used.has(placeholder));
      if (unused.length > 0)
        throw invalid(`Value provided in ${member} unused in expressions: keys: {${unused.join(', ')}}`);
    }
  }
}
