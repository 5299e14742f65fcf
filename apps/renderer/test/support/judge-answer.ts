import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchema } from 'ajv';
import { OpenApiDocument } from '../../src/features/people/api/index.ts';
import type { SpecRenderer } from './spec-renderer.ts';

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { schema: object } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { schema: object } } }>
  >;
}

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });

export function readDocument({ app }: SpecRenderer): ApiDocument {
  return app.get(OpenApiDocument, { strict: false }).get() as ApiDocument;
}

/** Throws when an answer of the API does not match `/api/openapi.json`. */
export function checkAnswer(
  renderer: SpecRenderer,
  call: {
    readonly verb: string;
    readonly path: string;
    readonly status: number;
    readonly answer: unknown;
  },
): void {
  const document = readDocument(renderer);
  const operation = findOperation(document, call.verb, call.path);
  if (!operation) return;
  const { responses } = operation;
  const response = responses[call.status] ?? responses['default']!;
  if (call.status < 400 && !(call.status in responses)) {
    throw new Error(`${call.status} of ${call.verb} ${call.path} is not described.`);
  }
  const schema = response.content?.['application/json'].schema;
  if (!schema) return;
  const components = { components: document.components };
  if (ajv.validate({ ...schema, ...components } as AnySchema, call.answer)) return;
  throw new Error(
    `${call.verb} ${call.path} (${call.status}) is not as described: ${ajv.errorsText()}\n${JSON.stringify(call.answer).slice(0, 2000)}`,
  );
}

function findOperation({ paths }: ApiDocument, verb: string, path: string): Operation | undefined {
  const asked = `${path.split('?')[0]!.replace(/\/$/, '')}/`;
  const found = Object.keys(paths).filter((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  );
  // A literal path wins over a path with parameters.
  const [first] = found.toSorted((one, other) => count(one) - count(other));
  return first === undefined ? undefined : paths[first]![verb];
}

function count(path: string): number {
  return path.split('{').length;
}
