import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { OperationKind, SegmentKind, SegmentSample, SpanStatus } from '#shared';
import { countSpans } from './count-spans.ts';
import { isOwnSending } from './own-sending.ts';
import { readSpans } from './read-spans.ts';
import { SegmentMemory } from './segment-memory.ts';
import type { SpanForm, SpanReceipt } from './span.ts';

interface Deed {
  readonly file: string;
  readonly traces: number;
  readonly segments: readonly {
    readonly id: string;
    readonly name: string;
    readonly ms: number;
    readonly status: SpanStatus;
    /** False when the sender told no status, or `ok`, although the segment ended otherwise. */
    readonly isTold?: boolean;
    /** The span that asked for this segment, and the segment of that span. */
    readonly parent?: string;
    readonly above?: string;
  }[];
  readonly items: readonly (SpanReceipt & { readonly form: SpanForm; readonly payload: string })[];
}

const recorded = new URL('../../test/spans/recorded.jsonl.gz', import.meta.url);
const deeds = gunzipSync(readFileSync(recorded))
  .toString()
  .split('\n')
  .map((line) => JSON.parse(line) as Deed);

/** Names that SDKs send without a route, or for all pages. Methods may stand before a path. */
const EXPECTED: readonly (readonly [RegExp, string])[] = [
  [/^GET \/quotes\/LAMP-\d$/, 'GET /quotes/{id}'],
  [/^\/points\/\d+$/, '/points/{id}'],
  [/^Pageload$/, '/'],
  [/^Navigation$/, '/orders/{id}'],
  [/orders\/17\/report$/, 'GET http://127.0.0.1:43041/orders/{id}/report'],
  [/^\s*CREATE TABLE/, '(…)'],
  [/^PRAGMA \w+\.table_info/, '.table_info(?)'],
  [/^INSERT INTO \w+/, ' (…) values (?)'],
];

/** The call that asks for a segment. A page load names the handler of its document, which is none. */
const CALLS: Partial<Record<SegmentKind, OperationKind>> = { request: 'http', job: 'queue' };

const counted = deeds.map(({ file, segments, items }) => {
  const rules = { projectId: 1, memory: new SegmentMemory() };
  const read = items.map((item) => readSpans(JSON.parse(item.payload), item.form, item));
  const all = read.flatMap(({ spans }) => spans);
  const spans = all.filter((span) => !isOwnSending(span));
  const samples = new Map<string, SegmentSample>();
  for (const span of spans.filter(({ isSegment }) => isSegment)) {
    samples.set(span.spanId, countSpans([span], rules).segments[0]!);
  }
  const { operations, segments: atOnce } = countSpans(spans, rules);
  const calls = new Map(spans.map((span) => [span.spanId, countSpans([span], rules).operations]));
  const malformed = read.reduce((sum, each) => sum + each.malformed, 0);
  const own = all.length - spans.length;
  return { file, segments, samples, operations, calls, atOnce, malformed, own };
});
const find = (file: string) => counted.find((each) => each.file === file)!;

describe('readSpans and countSpans, with 116 recorded traces', () => {
  it.each(counted)('$file: segments count once, by name, time, status and caller', (deed) => {
    const { segments, samples, calls, atOnce, malformed } = deed;
    expect([samples.size, atOnce.length, malformed]).toEqual([segments.length, segments.length, 0]);
    for (const { id, name, ms, status, isTold = true, parent = '', above = '' } of segments) {
      const sample = samples.get(id)!;
      const expected = EXPECTED.find(([pattern]) => pattern.test(name))?.[1] ?? name;
      expect(sample.name.slice(-expected.length)).toBe(expected);
      expect(Math.abs(sample.durationMs - ms)).toBeLessThan(0.06);
      expect([name, sample.status]).toEqual([name, isTold ? status : 'ok']);
      const [kind, by] = [CALLS[sample.kind], samples.get(above)];
      const caller = kind && by ? [{ kind, segment: { kind: by.kind, name: by.name } }] : [];
      expect(calls.get(parent) ?? []).toMatchObject(caller);
    }
  });

  it.each([
    ['repeat-python-11', 'select … from order_lines where order_lines.order_id = ?', 43],
    ['repeat-java-10', 'select amount from entries where account = ?', 43],
    ['repeat-fetch-11', '127.0.0.1:43060', 43],
    ['third-party-10', '127.0.0.1:43011', 1],
    ['order-11', 'jobs.confirm', 1],
    ['slow-pdf-10', 'select pg_sleep(?) as waited', 1],
  ])('%s: "%s" is called %i times', (file, name, calls) => {
    const [operation, ...others] = find(file).operations.filter((each) => each.name === name);
    expect(operation).toMatchObject({ most: calls, failed: file === 'third-party-10' ? 1 : 0 });
    expect([operation!.durationsMs.length, others]).toEqual([calls, []]);
  });

  it('recognises what an SDK traces of its own sending', () => {
    expect(deeds.reduce((sum, { traces }) => sum + traces, 0)).toBe(116);
    expect(counted.reduce((sum, { own }) => sum + own, 0)).toBe(20);
    expect(find('self-trace').own).toBe(13);
  });
});
