import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { hideSecrets, readPayload, writeStoredEvent } from '#events';
import { protocolEvents, sentHeads } from '#events/gallery';
import { boundEvent } from '../apps/renderer/src/features/triage/issue-pages/page-bounds/bounded-event.ts';
import { Page } from '../apps/renderer/src/features/triage/issue-pages/views/issue.page.tsx';
import { issuePageProps } from '../apps/renderer/test/support/issue-page-props.ts';

type Sent = Readonly<Record<string, unknown>>;

const FOLDER = join(import.meta.dirname, '../libs/events/test/sdk-events');
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

describe('the page of an event', () => {
  it.each(events)('shows every value that was sent, unless a rule leaves it out: %s', (_, sent) => {
    const event = structuredClone(sent);
    const { values: hidden } = hideSecrets(event);
    const meta = { source: 'event', eventId: 'a'.repeat(32), projectId: 1 } as const;
    const stored = { ...meta, receivedAtMs: RECEIVED_AT_MS, hidden };
    const json = writeStoredEvent(stored, JSON.stringify(event)).join('');
    const bounded = boundEvent(readPayload(json), {});
    const page = readPage(renderToStaticMarkup(<Page {...props} {...bounded} />));
    const isCut = bounded.event.cut.length > 0 || bounded.leftOut !== undefined;
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
});
