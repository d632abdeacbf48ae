import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/**
 * Options with which a validator compiles a schema four times as fast as by default. Optimised code would not pay off, because
 * most schemas of an API document validate only a few values.
 */
export const quickToCompile = () => ({ inlineRefs: false, code: { optimize: false } });

/**
 * A validator for schemas of JSON Schema 2020-12, with formats. It does not validate the schemas themselves, because that would
 * take longer than compiling them; api-document.test.ts validates them.
 */
export const makeAjv = (options: { readonly allErrors?: boolean } = {}): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, ...quickToCompile(), ...options });
  formats.default(ajv);
  return ajv;
};

const describeFault = ({ instancePath, message, params }: ErrorObject): string =>
  'additionalProperty' in params
    ? `${instancePath}/${params['additionalProperty']} is not in the schema`
    : `${instancePath || 'the whole'} ${message}`;

/**
 * Says what is wrong, and names the member each time. The faults of the branches of a union that were not meant are left out if a
 * member is in none of the branches.
 */
export const describeFaults = (errors: readonly ErrorObject[] | null | undefined): string[] => {
  const faults = [...new Set((errors ?? []).map(describeFault))];
  const unlisted = faults.filter((fault) => fault.endsWith(' is not in the schema'));
  return unlisted.length > 0 ? unlisted : faults;
};
