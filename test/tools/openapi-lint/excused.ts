/** Rules of the IBM validator that the documents break, each with the reason. The documents must follow all other rules. */
export const excused: Readonly<Record<string, string>> = {
  'ibm-property-casing-convention': 'Members have been in camelCase since version 1.0, and callers rely on them.',
  'ibm-parameter-casing-convention': 'The same as for members.',
  'ibm-operationid-casing-convention': 'The same as for members; generated clients call the operations by these names.',
  'ibm-operationid-naming-convention': 'The same as for members.',
  'ibm-path-segment-casing-convention': 'Paths are in kebab-case, and callers rely on them.',
  'ibm-enum-casing-convention': 'BCP 47 defines the spelling pt-BR, and HTTP defines the values of headers.',
  'ibm-major-version-in-path': 'The paths are fixed and have no version.',
  'ibm-schema-keywords': 'OpenAPI 3.1 uses JSON Schema, in which const and propertyNames are valid.',
  'ibm-integer-attributes': 'The console is the only client of its API; a limit of 32 bits is not promised.',
  'ibm-string-attributes': 'A limit is published where one is enforced. Texts for people have none.',
  'ibm-array-attributes': 'An empty list is valid where no minimum is published.',
  'ibm-required-enum-properties-in-response': 'code is present only with details, and never in errors of the gateway.',
  'ibm-required-array-properties-in-response':
    'The list bookings is present only with details, and the list errors only with the code invalid_field.',
  'ibm-well-defined-dictionaries': 'Later versions may add members to a response; an export can have any members.',
  'ibm-no-nullable-properties':
    'In the response to a batch, every item has a key, which is null if it was sent without one.',
  'ibm-error-response-schemas':
    'Errors have been {statusCode, code, message, requestId} since version 1.0, not IBM’s container.',
  'ibm-response-status-codes':
    '422 means that the Idempotency-Key was reused for something else, not that the body is invalid.',
  'ibm-etag-header':
    'Paths below an API client return the ETag of the client, and so does the GET of the client itself.',
  'ibm-accept-and-return-models': 'The export of a person is whatever is stored about the person.',
  'ibm-success-response-example':
    'The console is the only client of its API; the gate’s API has an example of every response.',
  'ibm-avoid-inline-schemas': 'The console’s schemas are made from the code, which does not name each part.',
  'ibm-schema-description': 'The names in the console’s API say enough.',
  'ibm-property-description': 'The same as for schemas.',
  'ibm-parameter-description': 'The same as for schemas.',
  'ibm-collection-array-property': 'Every list of the console’s API is {items, next}.',
  'ibm-resource-response-consistency':
    'The response to a creation also contains the new secret, which is never shown again.',
  'ibm-avoid-repeating-path-parameters': 'The documents are generated, and each operation is complete in itself.',
  'ibm-patch-request-content-type': 'JSON bodies are application/json everywhere, including in PATCH requests.',
  'ibm-no-ambiguous-paths': 'User ids are numbers, so the word “search” in /users/search cannot be an id.',
  'ibm-parameter-order': 'Parameters are in the order of the path, the query and the headers.',
  'ibm-no-operation-requestbody': 'An e-mail address or the ARN of a device does not belong in a URL.',
};
