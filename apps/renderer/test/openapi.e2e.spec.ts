import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import supertest from 'supertest';
import { scopes } from '#product/people/accounts/rules';
import { hold } from '../../../test/support/hold.ts';
import { root } from '../../../scripts/support/root.mjs';
import { toReference } from './support/api-reference.ts';
import { makeToken } from './support/api-client.ts';
import { listEndpoints } from './support/endpoints.ts';
import { readDocument } from './support/judge-answer.ts';
import type { ApiDocument, Operation } from './support/judge-answer.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';

/** Number of calls to make. `ERRATA_API_CALLS=10000` makes more. */
const CALLS = Number(process.env['ERRATA_API_CALLS'] ?? 500);

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  org: ['errata'],
  project: ['web', '1'],
  team: ['errata'],
  issue: ['1', 'WEB-1'],
  short: ['WEB-1'],
  event: ['latest', 'a'.repeat(32)],
  key: ['customer', 'release'],
  monitor: ['1'],
  version: ['shop@1.4.2'],
};

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', '..', '%', '\0', "1' or '1'='1", '9'.repeat(30), '-1', '1e9'),
);

describe('/api/openapi.json', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let document: ApiDocument;
  let token: string;

  beforeAll(async () => {
    document = readDocument(renderer);
    await renderer.stores.reports.record([sampleReport(1, sampleEvent())]);
    while (await renderer.stores.tags.fold());
    token = await makeToken(renderer, 'owner', scopes);
  });

  it('is served to everybody', async () => {
    const server = renderer.app.getHttpServer();
    const { body } = await supertest(server).get('/api/openapi.json').expect(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(document)));
    expect(body).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://errata.example' }] });
  });

  it('describes every call of the API, its scopes and its parameters', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (verb) =>
          `${verb.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
      ),
    );
    const endpoints = listEndpoints(renderer.app).filter((each) => / \/api\/0(?:\/|$)/.test(each));
    expect(described.toSorted()).toEqual(endpoints);
    const ids = Object.values(document.paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths['/api/0/organizations/{org}/monitors/']!['get']).toMatchObject({
      description: 'Scope: event:read or event:write or event:admin.',
    });
    expect(document.paths['/api/0/organizations/{org}/issues/']!['get']).toMatchObject({
      description: 'Scope: event:read or event:write or event:admin.',
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'org', in: 'path', required: true }),
        expect.objectContaining({ name: 'query', in: 'query' }),
      ]),
    });
  });

  it('is the source of docs/api-reference.md', () => {
    const file = join(root, 'docs/api-reference.md');
    if (process.env['ERRATA_WRITE_DOCS'] === '1') writeFileSync(file, toReference(document));
    expect(readFileSync(file, 'utf8')).toBe(toReference(document));
  });

  it('describes the alerts that webhooks send', async () => {
    expect(document).toMatchObject({
      webhooks: {
        alert: {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Alert' } } },
            },
          },
        },
      },
    });
  });

  it('has valid schemas, and each component once', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
    for (const schema of Object.values(document.components.schemas)) {
      expect(() => ajv.compile({ ...schema, components: document.components })).not.toThrow();
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Issue', 'Event', 'Project', 'Release', 'Refusal']),
    );
  });

  it('describes no call that makes the server fail, whatever is sent', async () => {
    const server = renderer.app.getHttpServer();
    const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, operation]) => ({ path, verb, operation })),
    );
    const arbitrary = fc.constantFrom(...calls).chain(({ path, verb, operation }) =>
      fc.record({
        verb: fc.constant(verb as 'get'),
        path: toPath(path),
        query: toQuery(operation),
        body: operation.requestBody ? toBody(document, operation) : fc.constant(undefined),
      }),
    );
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ verb, path, query, body }) => {
        const search = new URLSearchParams(query).toString();
        const agent = supertest(server);
        const request = agent[verb](`${path}?${search}`)
          .set('Host', 'errata.example')
          .set('Authorization', `Bearer ${token}`);
        const { status } = await (body === undefined
          ? request
          : request.set('Content-Type', 'application/json').send(JSON.stringify(body)));
        expect(status).toBeLessThan(500);
      }),
      { numRuns: CALLS },
    );
  });
});

function toPath(path: string): fc.Arbitrary<string> {
  const parts = path.split(/(?=\{)|(?<=\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const known = fc.constantFrom(...(KNOWN[name] ?? ['1']));
    const arbitrary = name === 'org' ? known : fc.oneof({ weight: 3, arbitrary: known }, hostile);
    return arbitrary.map((text) => encodeURIComponent(text.toWellFormed()));
  });
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

function toQuery({ parameters }: Operation): fc.Arbitrary<[string, string][]> {
  const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  if (names.length === 0) return fc.constant([]);
  const likely = fc.constantFrom('1', 'web', '24h', '2026-01-05', 'freq', 'is:new', '0:0:1', '');
  const pair = fc.tuple(fc.constantFrom(...names), fc.oneof(likely, hostile));
  return fc.array(pair, { maxLength: 4 });
}

function toBody({ components }: ApiDocument, operation: Operation): fc.Arbitrary<unknown> {
  const { schema } = operation.requestBody!.content['application/json'];
  const named = (schema as { $ref?: string }).$ref?.split('/').at(-1);
  const { properties = {} } = (named ? components.schemas[named] : schema) as {
    properties?: object;
  };
  const value = fc.oneof(
    fc.constantFrom('resolved', 'ignored', 'me', 1, true, null, [], {}),
    hostile,
    fc.jsonValue({ maxDepth: 2 }),
  );
  const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    fc.jsonValue({ maxDepth: 3 }),
  );
}
