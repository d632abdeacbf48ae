import { toJsonSchemaDefs, type OverrideActionContext, type OverrideSchemaContext } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { errorResponse, fieldError } from '../../shared/http/operation.ts';
import type { JsonSchema } from './json-schema.ts';

/** Without a format, generated clients use 32 bits for an integer, too few for a time in milliseconds. */
const formats: Readonly<Record<string, string>> = { integer: 'int32', safe_integer: 'int64' };

const toInteger = ({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined => {
  const format = formats[valibotAction.type];
  return format === undefined ? undefined : { ...jsonSchema, type: 'integer', format };
};

/**
 * Rewrites schemas into forms that client generators understand. Each object explicitly allows additional fields. JSON Schema
 * allows them by default, but unless a schema says so, some generated clients reject fields that a later version adds.
 */
const toPortable = ({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined => {
  if (valibotSchema.type === 'object') return { ...jsonSchema, additionalProperties: true };
  // In responses, only texts can be null.
  if (valibotSchema.type === 'nullable') return { type: ['string', 'null'] };
  return undefined;
};

/** Returns response bodies as JSON Schema. A schema that is part of another becomes a reference. */
export const toResponseSchemas = (
  responses: Readonly<Record<string, v.GenericSchema>>,
): Readonly<Record<string, object>> =>
  toJsonSchemaDefs(
    { ...responses, Error: errorResponse, FieldError: fieldError },
    {
      target: 'draft-2020-12',
      overrideAction: toInteger,
      overrideSchema: toPortable,
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    },
  );
