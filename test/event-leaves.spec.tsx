import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { cutForPage, hideSecrets, readPayload, writeStoredEvent } from '#events';
import { protocolEvents, sentHeads } from '#events/gallery';
import type { JsonValue, NormalisedEvent, StackFrame } from '#shared';
import { Page } from '../apps/renderer/src/features/triage/issue-pages/views/issue.page.tsx';
import { bareEvent, issuePageProps } from '../apps/renderer/test/support/issue-page-props.ts';

type Sent = Readonly<Record<string, unknown>>;

const FOLDER = join(import.meta.dirname, '../libs/events/test/sdk-events');
const PAGE_BYTES = 310_000;
const AROUND_BYTES = 12_000;
const RECEIVED_AT_MS = Date.UTC(2026, 10, 23, 12);

const events: readonly (readonly [string, Sent])[] = [
  ...sentHeads.map(([file]) => [file, readSdkEvent(file)] as const),
  ...Object.entries(protocolEvents),
];

function readSdkEvent(file: string): Sent {
  return JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as Sent;
}

const props = { ...issuePageProps, nowMs: RECEIVED_AT_MS };

interface Leaf {
  /** A path like `exception.values[].type`. */
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** Rules by which the page leaves a value out or tells it in other words. */
const RULES: Readonly<Record<string, (leaf: Leaf) => boolean>> = {
  'times are told in UTC, or by how long before the event': ({ path }) =>
    path.endsWith('timestamp'),
  'yes and no are told by words, marks and folds': ({ text }) => /^(?:true|false)$/.test(text),
  'default levels and types of steps go without saying': ({ path }) =>
    /^breadcrumbs.*\.(?:level|type)$/.test(path),
  'mechanisms that all errors have go without saying': ({ path, text }) =>
    path.endsWith('.mechanism.type') && /^(?:generic|chained)$/.test(text),
  'the tree of exceptions is told by how they stand': ({ path }) =>
    /\.mechanism\.(?:exception|parent)_id$/.test(path),
  'an address and its query stand apart': ({ path }) => path === 'request.url',
  'a body that is JSON or a form is told by its fields': ({ path }) => path === 'request.data',
  'of cookies the names are told': ({ path }) => path.startsWith('request.cookies'),
  'whom an SDK asks to look up is told by the address': ({ text }) => text === '{{auto}}',
  'names for what is not known are none': ({ text }) =>
    /^<(?:unknown|anonymous|generated)>$|^other$/.test(text),
  'a place that Rust printed in the place of a call is the place': ({ path, text }) =>
    path.endsWith('.function') && /^at .*:\d+$/.test(text),
  'a log entry comes before a message': ({ path }) => path === 'message',
  'a module stands where no file does': ({ path }) => path.endsWith('.frames[].module'),
  'images are called without their folders': ({ path }) => path.endsWith('.frames[].package'),
  'addresses of code stand in Raw': ({ path }) => path.endsWith('.instruction_addr'),
  'the size of an image is told by where it ends': ({ path }) => path.endsWith('.image_size'),
  'the code ids of images stand in Raw': ({ path }) => path.endsWith('.code_id'),
  'what SDKs say of their own cuts stands in Raw': ({ path }) => path.startsWith('_meta.'),
  'how an SDK named a transaction stands in Raw': ({ path }) => path === 'transaction_info.source',
  'what is cut is noted': ({ isCut }) => isCut,
};

const used = new Set<string>();

function* listLeaves(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value !== 'object' || value === null) {
    const text = toOneLine(
      typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    );
    if (text !== '') yield [path, text];
  } else if (Array.isArray(value)) {
    for (const entry of value) yield* listLeaves(entry, `${path}[]`);
  } else {
    for (const [name, entry] of Object.entries(value)) {
      yield* listLeaves(entry, path === '' ? name : `${path}.${name}`);
    }
  }
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

function readPage(html: string): string {
  const plain = html
    .replaceAll(/<span class="code-[a-z]+">([^<]*)<\/span>/g, '$1')
    .replaceAll(/<details class="json-rest"><summary>[^<]*<\/summary>([^<]*)<\/details>/g, '$1');
  const texts = plain.replaceAll(
    /<[^>]*>/g,
    (tag) => ` ${/ title="([^"]*)"/.exec(tag)?.[1] ?? ''} `,
  );
  return toOneLine(texts.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity]!));
}

const escaped = (length: number): string => '<"&\''.repeat(length / 4);
const times = <Item,>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const values = (count: number, value: JsonValue): Record<string, JsonValue> =>
  Object.fromEntries(times(count, (index) => [`name${index}`, value]));
const texts = times(9000, () => escaped(80));
/** Indented, this value is many times as long. */
const nested: JsonValue = [[[[[[[times(100, () => 1)]]]]]]];
const frame = (index: number): StackFrame => ({
  function: index % 2 === 0 ? `call${index}` : escaped(512),
  filename: `${'x'.repeat(300)}.java`,
  package: escaped(400),
  line: index,
  inApp: index % 2 === 0,
  contextLine: 'fail();',
  preContext: times(10, () => (index % 3 === 0 ? 'x = 1' : escaped(1024))),
  vars: index % 5 === 0 ? values(20, escaped(400)) : { name: 1 },
});
const pairs = times(1000, () => [escaped(200), escaped(200)] as const);
const facts = values(500, escaped(400));

const TITLE = { type: escaped(256), value: escaped(500), place: escaped(1200) };

/** Each field alone is too large for the page, and all of them together are. */
const HOSTILE: Partial<NormalisedEvent> = {
  message: escaped(400_000),
  exceptions: times(32, (index) => ({
    type: escaped(256),
    value: escaped(8192),
    mechanism: { type: escaped(200), description: escaped(4000), data: facts, meta: facts },
    frames: times(60, (line) => frame(line + index)),
  })),
  stack: times(300, frame),
  threads: times(1000, () => ({ name: escaped(400), state: escaped(80), frames: [frame(1)] })),
  breadcrumbs: times(100, (index) => ({
    type: 'http',
    level: 'error',
    message: index < 50 ? escaped(2048) : 'GET',
    data: index < 50 ? values(2, escaped(4096)) : values(100, 1),
  })),
  tags: pairs,
  contexts: Object.fromEntries(times(30, (name) => [`c${name}`, values(30, escaped(400))])),
  extra: { all: times(200, () => nested), long: escaped(400_000), ...values(200, nested) },
  modules: pairs,
  images: times(1000, () => ({ name: escaped(400), type: escaped(40), debugId: escaped(40) })),
  request: { headers: pairs, cookies: texts, env: facts, body: facts },
  user: { id: escaped(256), geo: facts, data: facts },
  sdk: { name: 'sdk', version: '1', integrations: texts, packages: texts },
  template: { message: escaped(8192), params: texts },
  fingerprint: texts,
  cut: times(9000, (index) => `note ${index}`),
  hidden: times(9000, () => ({ path: escaped(80), rule: 'name of field', count: 1 })),
};

describe('the page of an event', () => {
  it.each(events)('shows every value that was sent, unless a rule leaves it out: %s', (_, sent) => {
    const event = structuredClone(sent);
    const { values: hidden } = hideSecrets(event);
    const meta = { source: 'event', eventId: 'a'.repeat(32), projectId: 1 } as const;
    const stored = { ...meta, receivedAtMs: RECEIVED_AT_MS, hidden };
    const json = writeStoredEvent(stored, JSON.stringify(event)).join('');
    const { event: shown, leftOut } = cutForPage(readPayload(json), PAGE_BYTES);
    expect(leftOut).toBeUndefined();
    const page = readPage(renderToStaticMarkup(<Page {...props} event={shown} />));
    const isCut = shown.cut.length > 0;
    const missing = [...listLeaves({ ...event, event_id: '' })].filter(([path, text]) => {
      if (page.includes(text)) return false;
      const rule = Object.entries(RULES).find(([, holds]) => holds({ path, text, isCut }));
      if (rule) used.add(rule[0]);
      return !rule;
    });
    expect(missing).toEqual([]);
  });

  it('needs every rule that leaves values out', () => {
    expect(Object.keys(RULES).filter((rule) => !used.has(rule))).toEqual([]);
  });

  it.each([...Object.keys(HOSTILE), 'all fields'])(
    'keeps within its bytes and says that something is left out when %s are hostile',
    (name) => {
      const traits = name in HOSTILE ? { [name]: HOSTILE[name as 'message'] } : HOSTILE;
      const cut = cutForPage({ ...bareEvent, message: 'm', title: TITLE, ...traits }, PAGE_BYTES);
      const shown = { ...issuePageProps, ...cut };
      const payload = JSON.stringify(shown).replaceAll('<', String.raw`\u003c`);
      const html = renderToStaticMarkup(<Page {...shown} />);
      const bytes = Buffer.byteLength(html) + Buffer.byteLength(payload);
      expect(bytes).toBeLessThanOrEqual(PAGE_BYTES + AROUND_BYTES);
      expect(html).toMatch(/This page leaves out or shortens: [^<]*\d/);
    },
  );
});
