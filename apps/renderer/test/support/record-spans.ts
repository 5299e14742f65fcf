import type { SpanItem } from '#product/performance/segments';
import { createReport } from '#product/testing';
import type { OperationSample, SegmentSample } from '#shared';
import type { SpecRenderer } from './spec-renderer.ts';

const SEGMENT = { kind: 'request', name: 'GET /orders/{id}' } as const;
const END = { ...SEGMENT, status: 'ok', durationMs: 100 } as const;
const CALL = { kind: 'db', name: 'select 1', durationsMs: [9], failed: 0, most: 1 } as const;

let reports = 50_000;

/** Records segments of a project as if they had just ended, and counts them. */
export async function recordSpans(
  { stores }: Pick<SpecRenderer, 'stores'>,
  segments: readonly Partial<SegmentSample>[],
  {
    projectId = 1,
    operations = [],
  }: {
    readonly projectId?: number;
    readonly operations?: readonly Partial<OperationSample>[];
  } = {},
): Promise<void> {
  reports += 1;
  const nowMs = Date.now();
  const place = { atMs: nowMs - 60_000, environment: 'production', weight: 1 };
  const ended = { kind: 'span', taken: segments.length } as const;
  const item: SpanItem = {
    projectId,
    receivedAtMs: nowMs,
    item: 0,
    content: `spans ${reports}`,
    ...ended,
    dropped: [],
    segments: segments.map((each) => ({ ...END, ...place, ...each })),
    operations: operations.map((each) => ({ segment: SEGMENT, ...CALL, ...place, ...each })),
  };
  await stores.reports.record([createReport(reports, [], { spans: [item] })]);
  while (await stores.segments.fold(nowMs));
}

/** Returns the id of a segment of a project. */
export async function findSegment(
  { stores }: Pick<SpecRenderer, 'stores'>,
  name = 'GET /orders/{id}',
): Promise<number> {
  return (await stores.segments.findNamed(1, name))!.id;
}
