import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Request } from 'express';
import * as artifacts from '#product/recording/artifacts/rules';
import { artifactLimits, issueLimits, parseRouterState, parseSearch, searchLimits } from '#shared';
import { type GrowthRow, itGrowsWithLength, UNCUT } from '../../../test/support/growth.ts';
import {
  fill,
  jsonRuns,
  runs,
  split,
  texts,
  values,
} from '../../../test/support/growth-recipes.ts';
import { RuleDto } from '../src/features/alerting/alerts/alerts.dto.ts';
import { toBrowserName } from '../src/features/people/accounts/sessions/browser-name.ts';
import { ReturnAddressPipe } from '../src/features/people/accounts/sign-in/return-address.pipe.ts';
import { refuseUnknown } from '../src/features/people/api/not-offered.ts';
import { readQuote } from '../src/features/recording/finding/read-quote.ts';
import { NewReleaseDto } from '../src/features/recording/releases/release.dto.ts';
import { renderMarkdown } from '../src/features/triage/history/history.service.ts';
import { McpController } from '../src/features/triage/mcp/mcp.controller.ts';
import { createProtocol } from '../src/features/triage/mcp/mcp-protocol.ts';
import { toolInputs } from '../src/features/triage/mcp/tools/tool-inputs.ts';
import { toAddressSearches } from '../src/features/triage/issue-list/pasted/pasted-address.ts';
import { toHints, toPastedSearches } from '../src/features/triage/issue-list/pasted/pasted-text.ts';
import { FieldsPipe } from '../src/rendering/actions/action.decorator.ts';
import { readActionBody } from '../src/rendering/actions/body/action-body.ts';
import { isOwnOrigin } from '../src/rendering/actions/own-origin.ts';
import { canonicalAddress } from '../src/rendering/request/canonical-address.ts';
import { listCookies } from '../src/rendering/request/cookies.ts';
import { isBot } from '../src/rendering/request/is-bot.ts';
import { findWithoutSlash } from '../src/rendering/request/trailing-slash.ts';

/** Node refuses headers that are longer together. */
const HEADERS = 16_384;
const SEARCH = searchLimits.queryCharacters;

/** Reads a body as an action does, refusals included, and checks its fields. */
function submit(type: string, text: string): Promise<unknown> {
  const read = readActionBody(toRequest(type, text), { maxBytes: 1024 ** 2, files: false });
  return read
    .then(({ fields }) => new FieldsPipe().transform(fields, { type: 'body', metatype: RuleDto }))
    .catch((error: unknown) => error);
}

/** Checks a body as a call of the API does. Its bounds leave lists alone so long. */
function check(json: string): unknown {
  const body = plainToInstance(NewReleaseDto, JSON.parse(json));
  return validateSync(body, { whitelist: true });
}

const tools = Object.keys(toolInputs).map((name) => [name, { run: () => Promise.resolve('') }]);
const nothing = (): undefined => undefined;
const facts = { box: { list: () => tools } as never, version: '1', report: nothing, note: nothing };
const mcp = new McpController(
  { answer: createProtocol(facts) } as never,
  { publicUrl: 'https://a' } as never,
);
const response = {
  status: () => ({ json: nothing }),
  setHeader: nothing,
  send: nothing,
  redirect: nothing,
} as never;

/** Calls a tool, which does nothing. */
function call(json: string): Promise<unknown> {
  const request = toRequest('application/json', json);
  return mcp.post({ isToken: true } as never, request, response).catch((error: unknown) => error);
}

/** Reads JSON of an upload, refusals included. */
const upload = (read: (json: string) => unknown) => (json: string) => {
  try {
    read(json);
  } catch (error) {
    const { BundleFault, MapFault } = artifacts;
    if (!(error instanceof BundleFault || error instanceof MapFault)) throw error;
  }
};

function toRequest(type: string, text: string): Request {
  const accept = 'application/json, text/event-stream';
  const headers = { 'content-type': type, 'content-length': '1', accept };
  return Object.assign(Readable.from([Buffer.from(text)]), { headers, method: 'POST' }) as never;
}

function redirect(url: string): unknown {
  const request = { method: 'GET', url, headers: {}, headersDistinct: {} } as never;
  return canonicalAddress('')(request, response, nothing);
}

const way = new ReturnAddressPipe();
const toOrigin = (origin: string) => ({
  headers: { origin },
  host: origin,
  publicOrigin: 'https://a',
});
const toCall = (text: string) => ({ method: 'GET', originalUrl: `/api/0/${text}` });
const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
const pairs = ['a&', 'a=1&', '&', 'a[]=1&', '%61=%', `\r\n${PART}`].map((unit) => {
  return { name: `${unit} × n`, make: (size: number) => unit.repeat(size / unit.length) };
});
const forms = [...runs, ...pairs];
/** Texts of JSON with `$` where a text or a value is. */
const toJsonRows = (file: string, bodies: string, run: GrowthRow[3]) =>
  split(bodies).map((json): GrowthRow => [
    `${file} ${json}`,
    UNCUT,
    fill(json, [...jsonRuns, ...values]),
    run,
  ]);
const TOOL_CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params"';
const lists = values.filter(({ name }) => name.startsWith('a list'));

/** Rows begin with the file that reads them. */
const TABLE: Readonly<Record<string, readonly GrowthRow[]>> = {
  Anybody: [
    ['cookies.ts', HEADERS, texts, (cookie) => listCookies({ headers: { cookie } }, 'a')],
    ['router-state.ts', HEADERS, texts, (text) => parseRouterState([text])],
    ['is-bot.ts', HEADERS, texts, isBot],
    ['browser-name.ts', UNCUT, texts, toBrowserName],
    ['canonical-address.ts', HEADERS, texts, (text) => redirect(`/?_action=a&${text}`)],
    ['trailing-slash.ts', HEADERS, texts, (text) => findWithoutSlash(`/${text}/`, '/:a')],
    ['own-origin.ts', HEADERS, texts, (text) => isOwnOrigin(toOrigin(text))],
    ['return-address.pipe.ts', HEADERS, texts, (text) => way.transform(`/${text}`)],
    ['not-offered.ts', HEADERS, texts, (text) => refuseUnknown(toCall(text))],
    ['action-body.ts', UNCUT, forms, (text) => submit('application/x-www-form-urlencoded', text)],
    [
      'fields.ts',
      UNCUT,
      forms,
      (text) => submit('multipart/form-data; boundary=b', `${PART}${text}\r\n--b--`),
    ],
    ...toJsonRows('json-excess.ts', '$·{"channels":$}·{"name":$,"projects":$}', (text) =>
      submit('application/json', text),
    ),
  ],
  'A viewer': [
    ['parse-search.ts', SEARCH, texts, parseSearch],
    ['read-quote.ts', SEARCH, texts, readQuote],
    ['pasted-text.ts', HEADERS, texts, (text) => [toPastedSearches(text), toHints(text)]],
    ['pasted-address.ts', HEADERS, texts, toAddressSearches],
  ],
  'A member': [['history.service.ts', issueLimits.commentCharacters, texts, renderMarkdown]],
  'A token': [
    [
      'release.dto.ts',
      UNCUT,
      fill('{"version":"a","projects":$,"commits":$,"refs":$}', lists),
      check,
    ],
    ...toJsonRows(
      'mcp.controller.ts',
      `$·${TOOL_CALL}:$}·${TOOL_CALL}:{"name":"search_issues","arguments":{"query":$},"_meta":{"a":$}}}`,
      call,
    ),
    [
      'find-artifact.ts',
      artifactLimits.textLength,
      texts,
      (url) => artifacts.listMapAddresses({ url, mapUrl: url }),
    ],
    [
      'map-comments.ts',
      UNCUT,
      texts,
      (code) => [artifacts.findDebugId(code), artifacts.readInlineMap(code)],
    ],
    ...toJsonRows(
      'bundle-manifest.ts',
      '{"files":$}·{"files":{"a.js":{"type":"source_map","url":$,"headers":$}}}',
      upload(artifacts.readManifest),
    ),
    ...toJsonRows(
      'parse-map.ts',
      `
{"version":3,"sources":$,"names":$,"sourcesContent":$,"ignoreList":$,"mappings":"AAAA"}
{"version":3,"sources":["a"],"sourceRoot":$,"mappings":$}
{"version":3,"sections":$}`,
      upload(artifacts.buildMapTable),
    ),
  ],
};

/** Folders that read what strangers send, with files that read none of it or run in a row above. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'rendering/request': split(
    'cookies-set.ts·open-to-all.decorator.ts·page-caching.ts·page-request.ts·visitor-mark.ts·visitor-signal.ts',
  ),
  'rendering/actions/body': split('as-list.ts·read-bytes.ts·uploaded-file.ts'),
  'features/triage/issue-list/pasted': split('correct-word.ts'),
};

describe.each(Object.entries(TABLE))('%s', (_, rows) => {
  itGrowsWithLength(rows);
});

describe('The table', () => {
  it.each(Object.entries(FOLDERS))('has each reader in %s', (folder, others) => {
    const files = readdirSync(join(import.meta.dirname, '../src', folder));
    const timed = new Set(
      Object.values(TABLE).flatMap((rows) => rows.map(([name]) => name.split(' ', 1)[0])),
    );
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    expect(sources.filter((file) => !timed.has(file))).toEqual(others.toSorted());
  });
});
