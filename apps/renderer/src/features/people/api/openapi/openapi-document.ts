import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { scopes, toRights } from '#product/people/accounts/rules';
import type { Right } from '#product/people/accounts/rules';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import { METHOD_METADATA, PATH_METADATA, isOpenToAll } from '../../../../rendering/index.ts';
import { findRequiredRight } from '../../accounts/index.ts';
import { findDescription, findWebhook } from './describes.decorator.ts';
import type { CallDescription } from './describes.decorator.ts';
import { object, text } from './schema.ts';
import type { Schema } from './schema.ts';

const LINK = {
  description: 'Addresses of the pages before and after, with rel, results and cursor.',
  schema: text,
};
const REFUSAL = object({ detail: text });

interface Call {
  readonly path: string;
  readonly verb: string;
  readonly right: Right | undefined;
  readonly isOpen: boolean;
  readonly description: CallDescription;
}

@Injectable()
export class OpenApiDocument {
  private made?: object;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly config: RendererConfig,
  ) {}

  /**
   * Returns an OpenAPI 3.1 document, which is built from the controllers at the first call:
   * https://spec.openapis.org/oas/v3.1.1
   */
  get(): object {
    this.made ??= this.make();
    return this.made;
  }

  private make(): object {
    const components: Record<string, Schema> = {};
    const paths: Record<string, Record<string, object>> = {};
    for (const call of this.listCalls()) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.verb]: toOperation(call, components) };
    }
    return {
      openapi: '3.1.1',
      info: {
        title: 'Errata',
        version: this.config.version,
        description:
          'The API for programs, in the shapes of Sentry’s. docs/api.md says how to begin. Errors are JSON with one key, detail.',
      },
      servers: [{ url: this.config.publicUrl }],
      security: [{ token: [] }],
      paths,
      webhooks: this.listWebhooks(components),
      components: {
        schemas: components,
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      },
    };
  }

  private listWebhooks(components: Record<string, Schema>): object {
    const found = this.discovery.getControllers().flatMap(({ metatype }) => {
      const webhook = typeof metatype === 'function' ? findWebhook(metatype) : undefined;
      return webhook ? [webhook] : [];
    });
    const entries = found.map(({ name, summary, body }) => {
      const content = { 'application/json': { schema: collect(body, components) } };
      const responses = { '2XX': { description: 'Taken.' } };
      return [name, { post: { summary, requestBody: { content }, responses } }] as const;
    });
    return Object.fromEntries(entries);
  }

  private listCalls(): readonly Call[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = prototype[name]!;
        const description = findDescription(method);
        if (!description) return [];
        const verb = Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod;
        return {
          path: toPath(metatype, method),
          verb: RequestMethod[verb].toLowerCase(),
          right: findRequiredRight(method) ?? findRequiredRight(metatype),
          isOpen: isOpenToAll(metatype, method),
          description,
        };
      });
    });
  }
}

function toPath(controller: object, method: object): string {
  const parts = [controller, method].flatMap((each) =>
    String(Reflect.getMetadata(PATH_METADATA, each) ?? '')
      .split('/')
      .filter(Boolean),
  );
  // Sentry's API addresses end with a slash. Errata accepts them without the slash as well.
  return `/${parts.join('/')}/`;
}

function toOperation(
  { path, verb, right, isOpen, description }: Call,
  components: Record<string, Schema>,
) {
  const { summary, query = {}, body, answer, statuses } = description;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const use = (schema: Schema): Schema => collect(schema, components);
  const content = answer && { 'application/json': { schema: use(answer) } };
  const headers = 'cursor' in query ? { headers: { Link: LINK } } : {};
  return {
    operationId: toOperationId(verb, path),
    tags: [toTag(path)],
    summary,
    description: toScopeSentence(right),
    security: isOpen ? [] : undefined,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
      ...Object.entries(query).map(([name, each]) => ({ name, in: 'query', ...each })),
    ],
    requestBody: body
      ? { required: true, content: { 'application/json': { schema: use(body) } } }
      : undefined,
    responses: {
      ...Object.fromEntries(
        (statuses ?? [verb === 'post' ? 201 : 200]).map((status) => [
          status,
          { description: 'Done.', ...headers, ...(content ? { content } : {}) },
        ]),
      ),
      default: {
        description: 'Refused, with a sentence.',
        content: { 'application/json': { schema: use({ ...REFUSAL, title: 'Refusal' }) } },
      },
    },
  };
}

/** Returns an id such as `getOrganizationsByOrgIssues`. */
function toOperationId(verb: string, path: string): string {
  const parts = listParts(path).map((part) => part.replace(/^:/, 'by-'));
  const words = parts.flatMap((part) => part.split('-'));
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function toTag(path: string): string {
  const kinds = ['issues', 'releases', 'monitors', 'keys', 'projects', 'organizations'];
  return kinds.find((kind) => listParts(path).includes(kind)) ?? 'general';
}

function listParts(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== 'api' && part !== '0');
}

function toScopeSentence(right: Right | undefined): string {
  if (right === undefined) return 'Scope: any.';
  const enough = scopes.filter((scope) => toRights([scope]).has(right));
  return `Scope: ${enough.join(' or ')}.`;
}

/** Moves schemas with a title to the components and returns references to them. */
function collect(schema: Schema, components: Record<string, Schema>): Schema {
  const { title } = schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, collectValue(value, components)]),
  );
  if (typeof title !== 'string') return inner;
  components[title] = inner;
  return { $ref: `#/components/schemas/${title}` };
}

function collectValue(value: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((each) => collectValue(each, components));
  return typeof value === 'object' && value !== null ? collect(value as Schema, components) : value;
}
