import type {
  OperationKind,
  OperationSample,
  SegmentName,
  SegmentSample,
  SpanCounts,
  SegmentKind,
} from '#shared';
import { toOperationName } from './operation-name.ts';
import { readAttributeText } from './read-attribute.ts';
import { SegmentMemory } from './segment-memory.ts';
import { toSegmentName } from './segment-name.ts';
import type { Span } from './span.ts';
import { toStatementName } from './statement-name.ts';

/** Parents are followed this far, because a sender may name any span as parent. */
const MOST_PARENTS = 64;

export interface CountRules {
  readonly projectId: number;
  /** Tells which segments do not count, with all spans beneath: see `compileLeftOut`. */
  readonly isLeftOut?: (name: string) => boolean;
  /** Segments of earlier items. */
  readonly memory?: SegmentMemory;
}

export interface CountedSpans extends SpanCounts {
  /** Number of spans that a rule leaves out. */
  readonly leftOut: number;
}

interface Call {
  readonly span: Span;
  readonly kind: OperationKind;
  /** Time of the call without calls of other kinds beneath it. */
  ownMs: number;
  isNested: boolean;
}

type Tally = OperationSample & {
  readonly durationsMs: number[];
  atMs: number;
  failed: number;
  most: number;
};

/**
 * Counts the spans of one item: segments by name, and what they wait for. A call within a call of
 * the same kind does not count, such as the three spans by which Celery publishes one job.
 */
export function countSpans(spans: readonly Span[], rules: CountRules): CountedSpans {
  const count = new SpanCount(rules);
  for (const span of spans) if (span.isSegment) count.addSegment(span);
  for (const call of listCalls(spans)) if (!call.isNested) count.addCall(call);
  const leftOut = spans.filter((span) => count.isLeftOut(span)).length;
  return { leftOut, ...count.toCounts() };
}

class SpanCount {
  private readonly segments: SegmentSample[] = [];
  private readonly operations = new Map<string, Tally>();
  /** Calls by segment and operation. */
  private readonly calls = new Map<string, number>();
  private readonly found = new Map<string, SegmentName>();
  private readonly memory: SegmentMemory;

  constructor(private readonly rules: CountRules) {
    this.memory = rules.memory ?? new SegmentMemory();
  }

  addSegment(span: Span): void {
    const { projectId } = this.rules;
    const name = nameSegment(span);
    this.memory.remember(projectId, span.spanId, name);
    this.found.set(span.spanId, name);
    if (this.isLeftOut(span)) return;
    const { status, durationMs } = span;
    this.segments.push({ ...name, ...toPlace(span), status, durationMs });
  }

  addCall(call: Call): void {
    const { span, kind } = call;
    const segment = this.findSegment(span);
    if (!segment || this.isLeftOut(span)) return;
    const name = toOperationName(span, kind);
    const place = toPlace(span);
    const { environment, release = '', weight } = place;
    const of = [segment.kind, segment.name, segment.isGuess];
    const key = [...of, kind, name, environment, release, weight].join('\n');
    const known = this.operations.get(key);
    const tally = known ?? { ...place, segment, kind, name, durationsMs: [], failed: 0, most: 0 };
    if (!known) this.operations.set(key, tally);
    tally.durationsMs.push(Math.max(call.ownMs, 0));
    if (span.status === 'failed') tally.failed += 1;
    tally.atMs = Math.max(tally.atMs, span.atMs);
    const callKey = `${span.segmentId}\n${key}`;
    const calls = (this.calls.get(callKey) ?? 0) + 1;
    this.calls.set(callKey, calls);
    tally.most = Math.max(tally.most, calls);
  }

  isLeftOut(span: Span): boolean {
    const segment = this.rules.isLeftOut && this.findSegment(span);
    return segment !== undefined && this.rules.isLeftOut!(segment.name);
  }

  toCounts(): SpanCounts {
    return { segments: this.segments, operations: [...this.operations.values()] };
  }

  private findSegment({ segmentId, segmentName }: Span): SegmentName | undefined {
    if (segmentId === undefined) return undefined;
    const known = this.found.get(segmentId);
    if (known) return known;
    const found =
      this.memory.find(this.rules.projectId, segmentId) ??
      (segmentName ? guessSegment(segmentName) : undefined);
    if (found) this.found.set(segmentId, found);
    return found;
  }
}

/** Lists calls with the time that is their own. */
function listCalls(spans: readonly Span[]): readonly Call[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const calls = new Map<string, Call>();
  for (const span of spans) {
    const kind = span.isSegment ? undefined : findOperationKind(span);
    if (kind) calls.set(span.spanId, { span, kind, ownMs: span.durationMs, isNested: false });
  }
  for (const call of calls.values()) {
    let parent = byId.get(call.span.parentId ?? '');
    for (let steps = 0; parent && steps < MOST_PARENTS; steps += 1) {
      if (parent.isSegment || calls.has(parent.spanId)) break;
      parent = byId.get(parent.parentId ?? '');
    }
    const outer = parent && parent !== call.span ? calls.get(parent.spanId) : undefined;
    if (outer?.kind === call.kind) call.isNested = true;
    else if (outer) outer.ownMs -= call.span.durationMs;
  }
  return [...calls.values()];
}

function toPlace({ atMs, environment, release, weight }: Span) {
  return { atMs, environment, weight, release };
}

/** Names by which the browser's SDK 11 calls every page, and the kinds that they mean. */
const pageKinds: ReadonlyMap<string, SegmentKind> = new Map([
  ['Pageload', 'page'],
  ['Navigation', 'navigation'],
]);
/** Sources whose names have no values: the framework, or the program, names the route. */
const NAMED = /^(?:route|view|component|task|template)$/;
/** The SDK for Python names a request by its whole URL when no route takes it. */
const OWN_HOST = /^https?:\/\/[^/?#]+(?=\/)/;

/** Returns kind and name by which the segment is counted. */
function nameSegment(span: Span): SegmentName {
  const kind = toSegmentKind(span);
  const name = toName(span, kind);
  const isAddress = name.includes('/') && !NAMED.test(span.source ?? '');
  return isAddress ? { kind, name, isAddress } : { kind, name };
}

function toName(span: Span, kind: SegmentKind): string {
  const { name, op } = span;
  if (op.startsWith('db')) return toStatementName(name) ?? toSegmentName(op);
  const path = pageKinds.has(name) ? findPath(span) : undefined;
  if (kind !== 'request') return toSegmentName(path ?? (name || op));
  return toSegmentName(name.replace(OWN_HOST, '') || op, span.method);
}

function findPath({ attributes, address }: Span): string | undefined {
  const path = readAttributeText(attributes, 'url.template', 'url.path');
  return path ?? URL.parse(address ?? '')?.pathname;
}

/** Guesses the segment by its name as sent, when nothing else is known. Counting looks for those meant. */
function guessSegment(sent: string): SegmentName {
  const name = sent.replace(OWN_HOST, '');
  const isRequest = /^(?:[A-Z]{3,7} )?\//.test(name);
  const kind = pageKinds.get(name) ?? (isRequest ? 'request' : 'task');
  return { kind, name: toSegmentName(name), isGuess: true };
}

const CACHES = /redis|valkey|memcache|keydb|dragonfly/i;
const JOBS = /^(?:queue|celery|job|jobs|message|messaging|sidekiq|resque)(?:[._]|$)/;
/** Calls that wait for something outside of the process, and hold no other calls. */
const OTHER_CALLS = /^(?:mail|email|smtp|rpc|grpc|file|subprocess|ldap|storage)(?:\.|$)/;
const SENDING = /publish|submit|send|create|enqueue|produce/;

/** Returns what began the segment, by its operation. */
function toSegmentKind({ op, name, method }: Span): SegmentKind {
  if (op === 'pageload' || op === 'ui.load') return 'page';
  if (op === 'navigation' || op.startsWith('ui.')) return 'navigation';
  if (JOBS.test(op)) return 'job';
  if (/(?:^|\.)server$/.test(op)) return 'request';
  const isUnknown = op === '' || op === 'default';
  return isUnknown && (method !== undefined || name.startsWith('/')) ? 'request' : 'task';
}

/**
 * Returns what the span waits for. Returns undefined for everything else: functions, middleware,
 * transactions of databases and agents have the calls beneath them, web vitals are no time spent.
 */
function findOperationKind({ op, attributes }: Span): OperationKind | undefined {
  const [area, deed = ''] = op.split('.', 2);
  if (area === 'db') {
    if (/transaction/.test(op)) return undefined;
    const system = readAttributeText(attributes, 'db.system.name', 'db.system') ?? deed;
    return CACHES.test(system) ? 'cache' : 'db';
  }
  if (area === 'cache') return 'cache';
  if (area === 'resource') return 'resource';
  if (area === 'template') return 'template';
  if (area === 'http') return deed === 'server' ? undefined : 'http';
  if (area === 'queue' || area === 'messaging') return SENDING.test(op) ? 'queue' : undefined;
  return OTHER_CALLS.test(op) ? 'other' : undefined;
}
