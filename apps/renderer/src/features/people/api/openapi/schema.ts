/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const time: Schema = { type: 'string', format: 'date-time' };
export const flag: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
/** Sentry's API writes ids as strings of digits. */
export const id: Schema = { type: 'string', pattern: '^\\d+$' };
export const anything: Schema = {};
export const anyObject: Schema = { type: 'object' };

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

export function oneOf(...values: readonly string[]): Schema {
  return { type: 'string', enum: values };
}

export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties).length > 0 ? Object.keys(properties) : undefined,
  };
}

/** Gives a schema a name, under which it appears once among the document's components. */
export function named(name: string, schema: Schema): Schema {
  return { ...schema, title: name };
}
