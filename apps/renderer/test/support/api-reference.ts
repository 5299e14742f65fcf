import type { ApiDocument, Operation } from './judge-answer.ts';

interface AnySchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: AnySchema;
  readonly anyOf?: readonly AnySchema[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly required?: readonly string[];
}

export function toReference(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => toCall(path, verb, operation)),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `### ${name}\n\n${listFields(schema).join('\n')}`,
  );
  return `${[
    '# API reference',
    'Made from the code. `/api/openapi.json` has the same for programs (OpenAPI 3.1), and [api.md](api.md) says how to begin. Errors are a `Refusal`.',
    '## Calls',
    ...calls.toSorted(),
    '## Schemas',
    ...schemas.toSorted(),
  ].join('\n\n')}\n`;
}

function toCall(
  path: string,
  verb: string,
  operation: Operation & { description?: string },
): string {
  const { summary, description = '', parameters, requestBody, responses } = operation;
  const query = parameters.filter((each) => each.in === 'query') as readonly {
    readonly name: string;
    readonly description?: string;
    readonly schema: AnySchema;
  }[];
  const body = requestBody?.content['application/json'].schema;
  const answers = Object.entries(responses).filter(([status]) => status !== 'default');
  const lines = [
    ...query.map(
      (each) => `- \`?${each.name}=\` ${each.description ?? ''}${toValues(each.schema)}`,
    ),
    ...(body ? [`- Body: ${toWords(body)}`] : []),
    ...answers.map(([status, { content }]) => {
      const schema = content?.['application/json'].schema;
      return `- ${status}: ${schema ? toWords(schema) : 'nothing'}`;
    }),
  ];
  return `### ${verb.toUpperCase()} ${path}\n\n${summary} ${description}\n\n${lines.join('\n')}`.trimEnd();
}

function toValues(schema: AnySchema): string {
  return schema.enum ? ` One of ${toWords(schema)}.` : '';
}

function listFields(schema: AnySchema): readonly string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, value]) => {
    const isLeftOut = required.includes(name) ? '' : ' (may be left out)';
    return `- \`${name}\`: ${toWords(value)}${isLeftOut}`;
  });
}

function toWords(schema: AnySchema): string {
  const { $ref, anyOf, items, properties, format, type } = schema;
  if ($ref !== undefined) return `\`${$ref.split('/').at(-1)}\``;
  if (anyOf) return anyOf.map(toWords).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (items) return `list of ${toWords(items)}`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, value]) => `${name}: ${toWords(value)}`);
    return `{ ${fields.join(', ')} }`;
  }
  if (format !== undefined) return format;
  return type === undefined ? 'anything' : [type].flat().join(' or ');
}
