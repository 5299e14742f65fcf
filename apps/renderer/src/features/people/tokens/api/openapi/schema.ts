/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const time: Schema = { type: 'string', format: 'date-time' };
export const flag: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
/** Numbers that clients read as texts. */
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

/** An object of these fields, all of which it has. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    ...(Object.keys(properties).length > 0 ? { required: Object.keys(properties) } : {}),
  };
}

/** A schema that stands once among the components of the document, by this name. */
export function named(name: string, schema: Schema): Schema {
  return { ...schema, title: name };
}
