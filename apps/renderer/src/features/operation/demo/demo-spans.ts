import { createHash } from 'node:crypto';
import { toAttributes, toItem, toRandom } from './demo-envelope.ts';
import { DAY_MS, HOUR_MS, RELEASE_DAYS } from './demo-project.ts';
import type { DemoProject, DemoSegment } from './demo-project.ts';

/** A page of *Performance* shows the last 14 days. */
const DAYS = 14;
/** Hours for which segments are counted by hour. Earlier ones are sent for each sixth hour. */
const EACH_HOUR = 48;
/** SDKs are said to send one in 20, so few spans stand for a busy shop. */
const SAMPLE_RATE = 0.05;
/**
 * Ages in hours in which a segment that became slower is sent as often as it ran. Errata judges a
 * release by busy hours of its first day, and those before it.
 */
const JUDGED_HOURS = [
  [3, 8],
  [27, 34],
] as const;
const SPANS_PER_ENVELOPE = 100;

interface Sent {
  readonly project: DemoProject;
  readonly segment: DemoSegment;
  readonly id: string;
  readonly atMs: number;
  readonly sampleRate: number;
}

/** Yields envelopes with the spans of the project's last days, as an SDK streams them. */
export function* toSpanEnvelopes(project: DemoProject, startedAtMs: number): Generator<string> {
  const header = JSON.stringify({
    sent_at: new Date(startedAtMs).toISOString(),
    sdk: project.event.sdk,
  });
  const close = (items: readonly object[]): string => {
    const type = 'application/vnd.sentry.items.span.v2+json';
    const fields = { item_count: items.length, content_type: type };
    return `${header}\n${toItem('span', JSON.stringify({ version: 2, items }), fields)}\n`;
  };
  let open: object[] = [];
  for (const segment of project.segments ?? []) {
    for (const sent of planSegments(project, segment, startedAtMs)) {
      const spans = toSpans(sent, startedAtMs);
      // A segment stays whole, so that its calls are counted together.
      if (open.length > 0 && open.length + spans.length > SPANS_PER_ENVELOPE) {
        yield close(open);
        open = [];
      }
      open.push(...spans);
    }
  }
  if (open.length > 0) yield close(open);
}

function* planSegments(
  project: DemoProject,
  segment: DemoSegment,
  startedAtMs: number,
): Generator<Sent> {
  for (let hour = 0; hour < DAYS * 24; hour += hour < EACH_HOUR ? 1 : 6) {
    const hourMs = startedAtMs - hour * HOUR_MS;
    // Most people shop in the afternoon.
    const busy = 1 + 0.6 * Math.sin(((hourMs % DAY_MS) / DAY_MS - 0.4) * 2 * Math.PI);
    const isJudged =
      segment.newest && JUDGED_HOURS.some(([first, last]) => hour >= first && hour <= last);
    const sampleRate = isJudged ? 1 : SAMPLE_RATE;
    const count = Math.round(segment.perHour * sampleRate * (segment.newest ? 1 : busy));
    for (let nth = 0; nth < count; nth += 1) {
      const name = `${project.slug} ${segment.name} ${hour} ${nth}`;
      const id = createHash('md5').update(name).digest('hex');
      const atMs = hourMs - Math.floor(toRandom(id, 0)() * HOUR_MS);
      yield { project, segment, id, atMs, sampleRate };
    }
  }
}

function toSpans({ project, segment, id, atMs, sampleRate }: Sent, startedAtMs: number): object[] {
  const random = toRandom(id, 8);
  const ageDays = (startedAtMs - atMs) / DAY_MS;
  const current = RELEASE_DAYS.findLastIndex((began) => began >= ageDays);
  // Some machines still run the release before.
  const nth = current - (random() < 0.1 ? 1 : 0);
  const isNewest = nth === RELEASE_DAYS.length - 1;
  const isFailed = random() < (segment.fails ?? 0);
  const calls = (isNewest && segment.newest) || segment.calls;
  const shared = {
    'sentry.segment.id': id.slice(16),
    'sentry.segment.name': segment.name,
    'sentry.release': project.releases[nth],
    'sentry.environment': 'production',
    'sentry.sample_rate': sampleRate,
  };
  const startMs = atMs - spread(segment.ms, random);
  let endMs = startMs;
  const toSpan = (name: string, spanId: string, facts: object) => ({
    trace_id: id,
    span_id: spanId,
    name,
    start_timestamp: startMs / 1000,
    end_timestamp: endMs / 1000,
    attributes: toAttributes({ ...shared, ...facts }),
  });
  const children = calls.flatMap(({ op, name, ms, times = 1 }, call) =>
    Array.from({ length: times }, (_, time) => {
      const beganMs = endMs;
      endMs += spread(ms, random);
      const spanId = toSpanId(id, call, time);
      return {
        ...toSpan(name, spanId, { 'sentry.op': op, ...toQuery(op, name) }),
        start_timestamp: beganMs / 1000,
        parent_span_id: id.slice(16),
        is_segment: false,
        status: 'ok',
      };
    }),
  );
  endMs += spread(segment.ms, random);
  const facts = {
    'sentry.op': segment.op,
    'sentry.segment.name.source': 'route',
    ...(segment.method && {
      'http.request.method': segment.method,
      'http.response.status_code': isFailed ? 500 : 200,
    }),
  };
  const own = toSpan(segment.name, id.slice(16), facts);
  return [...children, { ...own, is_segment: true, status: isFailed ? 'error' : 'ok' }];
}

function toSpanId(id: string, call: number, time: number): string {
  const own = call * 256 + time + 1;
  return `${id.slice(0, 11)}${own.toString(16).padStart(5, '0')}`;
}

function toQuery(op: string, name: string): object {
  return op === 'db' ? { 'db.query.text': name, 'db.system.name': 'postgresql' } : {};
}

/** Returns a duration about `ms` with a long tail, as durations of servers have. */
function spread(ms: number, random: () => number): number {
  return ms * (0.6 + 0.5 * random() + (random() < 0.04 ? 3 * random() : 0));
}
