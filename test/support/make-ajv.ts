import { Ajv2020 } from 'ajv/dist/2020.js';
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
