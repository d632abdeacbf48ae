import { parseItem, type AttributeValue } from './attribute-value.ts';
import { invalid } from './dynamodb-error.ts';
import { recordIn, type Input } from './request-members.ts';

const MEMBERS = ['ExpressionAttributeNames', 'ExpressionAttributeValues'] as const;

/** Resolves `#name` and `:value` in the expressions of a request, and finds placeholders that no expression uses. */
export class Placeholders {
  readonly #names: Input;
  readonly #values: Readonly<Record<string, AttributeValue>>;
  readonly #used = new Set<string>();

  constructor(input: Input) {
    for (const member of MEMBERS)
      if (input[member] !== undefined && Object.keys(recordIn(input[member])).length === 0)
        throw invalid(`${member} must not be empty`);
    this.#names = recordIn(input['ExpressionAttributeNames'] ?? {});
    this.#values = parseItem(input['ExpressionAttributeValues'] ?? {});
  }

  #resolve<Meaning>(kind: string, meanings: Readonly<Record<string, Meaning>>, placeholder: string): Meaning {
    const meaning = Object.hasOwn(meanings, placeholder) ? meanings[placeholder] : undefined;
    if (meaning === undefined)
      throw invalid(`An expression attribute ${kind} used in expression is not defined: ${placeholder}`);
    this.#used.add(placeholder);
    return meaning;
  }

  name(placeholder: string): string {
    return String(this.#resolve('name', this.#names, placeholder));
  }

  value(placeholder: string): AttributeValue {
    return this.#resolve('value', this.#values, placeholder);
  }

  /** Call this after all expressions have been parsed. */
  assertAllUsed(): void {
    for (const [index, meanings] of [this.#names, this.#values].entries()) {
      const unused = Object.keys(meanings).filter((placeholder) => !this.#used.has(placeholder));
      if (unused.length > 0)
        throw invalid(`Value provided in ${MEMBERS[index]} unused in expressions: keys: {${unused.join(', ')}}`);
    }
  }
}
