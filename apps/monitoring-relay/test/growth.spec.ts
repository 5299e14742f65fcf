import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as events from '#events';
import { defaultFilters, defaultPrivacy, monitorLimits, parseJson, reportLimits } from '#shared';
import {
  type GrowthRow,
  itGrowsWithLength,
  type Recipe,
  UNCUT,
} from '../../../test/support/growth.ts';
import {
  fill,
  jsonRuns,
  jsonTexts,
  runs,
  split,
  texts,
  values,
} from '../../../test/support/growth-recipes.ts';
import { findKey } from '../src/intake/admission/admission.ts';
import { createAttachmentsFormat } from '../src/intake/formats/attachments-format.ts';
import { createCheckInFormat } from '../src/intake/formats/check-in-format.ts';
import { envelopeFormat } from '../src/intake/formats/envelope-format.ts';
import { createReportDialogFormat } from '../src/intake/formats/report-dialog-format.ts';
import type { ReportFormat } from '../src/intake/formats/report-format.ts';
import { securityFormat } from '../src/intake/formats/security-format.ts';
import { storeFormat } from '../src/intake/formats/store-format.ts';
import { joinSlashes } from '../src/intake/join-slashes.ts';
import { noContents } from '../src/outcomes/report-contents.ts';
import { processReport, type ProcessReportOptions } from '../src/processing/process-report.ts';
import { declaredItems } from '../src/product-items.ts';
import { types } from './support/item-types.ts';

/** Every switch of a project is on. */
const OPTIONS: ProcessReportOptions = {
  filter: events.createEventFilter({
    ...defaultFilters,
    outdated: true,
    localhost: true,
    health: true,
    messages: ['*a*b*'],
    releases: ['*a*b'],
    environments: ['a*'],
  }),
  grouping: events.createGroupingRules([
    'message:"*a*b" path:**/a/** !function:b* -> fingerprint="{{ default }}"',
    'tags.a:*b* -> title="{{ message }} {{ type }}"',
  ]),
  hiding: new events.Hiding({ ...defaultPrivacy, hidesMail: true, hidesIban: true }),
  map: (event) => Promise.resolve(events.mapEvent(event, () => ({ miss: 'no_map' }))),
  spans: { taken: 'on', isLeftOut: () => false },
  types,
};
const EVENT_ID = '1'.repeat(32);
const META = { source: 'event', eventId: EVENT_ID, projectId: 1, receivedAtMs: 0 } as const;
const ann = new events.Person({ kind: 'email', value: 'ann@example.org' });

/** Processes an envelope of one item, as the thread does. */
function processItem(type: string, payload: string): unknown {
  const header = JSON.stringify({ type, length: Buffer.byteLength(payload), item_count: 1000 });
  const body = Buffer.from(`{}\n${header}\n${payload}`);
  const report = { body, projectId: 1, receivedAtMs: 1_767_614_400_000, contents: noContents };
  const id = { origin: '1'.repeat(16), id: 1, eventId: EVENT_ID, senderAddress: '192.0.2.1' };
  return processReport({ ...report, ...id } as never, OPTIONS);
}

/** Does with an event what the console's pages do, and what erases a person. */
function show(json: string): void {
  const event = events.readObject(parseJson(json)) ?? {};
  const read = events.readEvent({ meta: META, event });
  events.cutForPage(read, 500_000);
  events.printMarkdown(read, { mostBytes: 20_000 });
  events.printStack(read);
  events.describeGrouping(event);
  events.findSwitchesFor(event);
  events.suggestPattern(event);
  ann.findInEvent({ json: JSON.stringify({ meta: META, event }) });
}

/** Passes a body to a format of intake, and keeps it nowhere. */
async function take(format: ReportFormat, text: string): Promise<void> {
  const body = Buffer.from(text);
  const nothing = (): undefined => undefined;
  const read = (offset: number, bytes: number): Promise<Buffer> =>
    Promise.resolve(body.subarray(offset, offset + bytes));
  const reading = format.open({
    admission: {
      checkHeader: nothing,
      isHeldBack: nothing,
      noteInflated: nothing,
      checkInflated: nothing,
      mayParse: () => true,
      maxEventBytes: reportLimits.eventBytes,
    },
    kept: { keep: nothing, patch: nothing, read, bytes: 0 },
    share: { take: () => true, giveBack: nothing },
    takesAll: nothing,
    types,
  } as never);
  for (let at = 0; at < body.length; at += 65_536) {
    if (reading.push(body.subarray(at, at + 65_536))) return;
    await reading.behind;
  }
  await reading.finish();
}

/** Exceptions within each other. */
const GROUPS = Array.from({ length: 32 }, (_, at) => {
  const ids = `"exception_id":${31 - at},"parent_id":${30 - at}`;
  return `{"type":"E","value":$,"mechanism":{${ids},"is_exception_group":true}}`;
});
/** Events with `$` where a text is. Fields that are read alike share an event. */
const EVENTS = [
  ...split(`
{"message":$,"exception":[{"type":"Error","value":$}]}
{"logentry":{"message":$,"params":[$]},"fingerprint":[$,"{{ default }}"]}
{"exception":{"values":[{"type":$,"module":$,"mechanism":{"type":$}}]}}
{"transaction":$,"logger":$,"release":$,"environment":$,"timestamp":$,"level":$}
{"tags":{"a":$,$:"a"},"modules":{$:$},"user":{"id":$,"email":$,"ip_address":$}}
{"request":{"url":$,"query_string":$,"cookies":$,"headers":{"Cookie":$,"User-Agent":$,$:"a"}}}
{"breadcrumbs":[{"message":$},{"category":"console","data":{"arguments":["a",$]}}]}
{"extra":{"text":$,$:"a","argv":["curl","-u",$,"--password",$]}}
{"contexts":{"browser":{"name":$,"version":$},"trace":{"trace_id":$}}}
{"platform":"python","stacktrace":{"frames":[{"context_line":$,"pre_context":[$],"vars":{"a":$}}]}}`),
  ...split('java·ruby').map((name) => `{"platform":"${name}","exception":[${GROUPS.join(',')}]}`),
  ...split('python·java·go·native·javascript·node·php·ruby·csharp·elixir·cocoa·dart').map(
    (platform) =>
      `{"platform":"${platform}","exception":[{"stacktrace":{"frames":[` +
      '{"function":$,"module":$,"filename":$,"abs_path":$,"package":$,"in_app":true}]}}]}',
  ),
];
/** Events whose text is searched with all prefixes. */
const SEARCHED = split(`
{"extra":{"text":$}}
{"platform":"native","exception":[{"value":$,"stacktrace":{"frames":[{"function":$,"context_line":$}]}}]}`);
/** Events with `$` where an SDK may send any value. */
const ANYTHING = split(`
{"extra":$,"contexts":$,"tags":$,"user":$,"modules":$}
{"breadcrumbs":$}
{"breadcrumbs":[{"category":"console","data":$}]}
{"exception":$}
{"threads":$}
{"stacktrace":{"frames":$}}
{"stacktrace":{"frames":[{"function":"f","vars":$,"pre_context":$}]}}
{"request":{"url":"/","data":$,"headers":$,"cookies":$,"query_string":$}}
{"logentry":{"message":"%s","params":$},"fingerprint":$,"sdk":$,"debug_meta":{"images":$}}`);

/** Types of items, each with a payload in which `$` stands for a text or a value. */
const ITEMS: readonly (readonly [type: string, payload: string])[] = [
  ['raw_security', '{"csp-report":{"document-uri":$,"violated-directive":$,"blocked-uri":$}}'],
  ...declaredItems
    .flatMap((each) => Object.entries(each))
    .flatMap(([type, { examples }]) => examples.map((payload) => [type, payload] as const)),
];

const { headerLineBytes } = reportLimits;
const attachments = createAttachmentsFormat('1', 'multipart/form-data; boundary=b');
const checkIn = createCheckInFormat({ slug: 'a', publicKey: 'a', query: new URLSearchParams() });
const dialog = createReportDialogFormat({ publicKey: 'a', eventId: '1' });
const PART = '--b\r\nContent-Disposition: form-data; name="a"; filename="$"\r\n\r\n';
/** Bodies by the file that reads them, with `$` where a text is. */
const BODIES: readonly (readonly [string, string, number, ReportFormat])[] = [
  ['envelope', '$', UNCUT, envelopeFormat],
  ['envelope', '{"sdk":{"name":"$"}}\n', headerLineBytes, envelopeFormat],
  ['envelope', '{}\n{"type":"$"}\n', headerLineBytes, envelopeFormat],
  ['envelope', '{}\n{"type":"event"}\n{"message":"$"}', UNCUT, envelopeFormat],
  ['store', '{"message":"$"}', UNCUT, storeFormat],
  ['security', '[{"csp-report":{"a":"$"}}]', UNCUT, securityFormat],
  ['check-in', '$', monitorLimits.bodyBytes, checkIn],
  ['report-dialog', 'email=$&comments=a', 64 * 1024, dialog],
  ['attachments', `${PART}$\r\n--b--`, UNCUT, attachments],
];

/** Exports of `#events`, by the function above that runs them. A new reader gets its place here. */
const READERS: Readonly<Record<string, string>> = {
  processItem: `countMapped countSpans createEventFilter createGroupingRules dropLargest EventReading
findUserHash groupEvent GroupingRules hideAddressesInLog hideInMapped hideSecrets Hiding isMapped
isOwnSending isSenderUser listMisses mapEvent readArray readColumns readObject readSpans readText
readTime readTimestampMs readTitle SegmentMemory SentEvent shortenStrings toKeptAddress toSdkEvent
toUserHash withoutUndefined withRules writeStoredEvent`,
  show: `cutForPage cutToBytes cutToPageBytes describeGrouping describeStep findSwitchesFor Person
printMarkdown printStack readEvent suggestPattern weigh weighText`,
  'none, since it reads what the others cut or kept': `compileLeftOut cutLongTexts fitLines
listGeneratedFrames listUnmapped previewRules readEventRow readMinified readPayload readPosition
readRuleEffects readSdkEvent readStoredEvent readStoredOnce readStub takeFitting toCode
toSegmentName`,
  'none, since it is a constant': `DATA_WARNING fieldLimits MAX_SENDING_MS NEARBY_LOG
NEWEST_GROUPING`,
};

const toKeyed = (text: string): never => {
  const headers = { authorization: `Basic ${text}`, 'x-sentry-auth': `Sentry ${text}` };
  return { url: `/?${text}`, headers } as never;
};
const mapFrameTo = (source: string): unknown => {
  const frames = [{ abs_path: '/a.js', lineno: 1, colno: 1 }];
  const place = { by: { url: '/a.js' }, source, line: 1, column: 1 };
  return events.mapEvent({ platform: 'javascript', stacktrace: { frames } }, () => place);
};
const withSlashes = (text: string): never => ({ url: `//${text}` }) as never;

/** The relay stores an event, and a page shows it. */
const toEventRows = (recipesOf: readonly Recipe[]) => (event: string) => {
  const recipes = fill(event, recipesOf);
  return [
    [`an event ${event}`, UNCUT, recipes, (json: string) => processItem('event', json)],
    [`an event on a page ${event}`, UNCUT, recipes, show],
  ] as const;
};

function toItemRow([type, payload]: (typeof ITEMS)[number]): GrowthRow {
  const recipes = fill(payload, [...jsonRuns, ...values]);
  return [`an item ${type} ${payload}`, UNCUT, recipes, (json) => processItem(type, json)];
}

describe('Anybody', () => {
  itGrowsWithLength([
    ['headers that name a key', 16_384, runs, (text) => findKey(toKeyed(text))],
    ['slashes', 16_384, runs, (text) => joinSlashes(withSlashes(text), null!, () => undefined)],
  ]);
});

describe('The public key', () => {
  itGrowsWithLength([
    ...EVENTS.flatMap(toEventRows(jsonRuns)),
    ...SEARCHED.map((event) => toEventRows(jsonTexts)(event)[0]),
    ...ANYTHING.flatMap(toEventRows(values)),
    ...ITEMS.map(toItemRow),
    [
      'a body',
      8000,
      fill('{"request":{"data":$}}', jsonRuns),
      (json) => processItem('event', json),
    ],
    ['a path of a source map', UNCUT, texts, mapFrameTo],
    ...BODIES.map(([file, body, bound, format]): GrowthRow => {
      const run = (text: string): unknown =>
        take(
          format,
          body.replaceAll('$', () => text),
        );
      return [`${file} ${JSON.stringify(body)}`, bound, runs, run];
    }),
  ]);
});

describe('The table', () => {
  it('has each format of intake, each type of item and each reader of events', () => {
    const files = readdirSync(join(import.meta.dirname, '../src/intake/formats'));
    const formats = files.flatMap(
      (file) => /^(?!report-format)(.+)-format\.ts$/.exec(file)?.[1] ?? [],
    );
    expect(new Set(BODIES.map(([file]) => file))).toEqual(new Set(formats));
    const kept = ['raw_security', ...declaredItems.flatMap(Object.keys)];
    expect(new Set(ITEMS.map(([type]) => type))).toEqual(new Set(kept));
    const readers = Object.values(READERS).flatMap((names) => names.split(/\s/));
    expect(readers.toSorted()).toEqual(Object.keys(events).toSorted());
  });
});
