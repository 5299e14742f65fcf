import type { DemoFrame } from './demo-language.ts';
import type { DemoEvent, DemoIssue } from './demo-plan.ts';
import type { DemoProject } from './demo-projects.ts';
import { SeededRandom } from './seeded-random.ts';

const FIRST_NAMES = 'ada bea carl dora emil fay gus ida jon kim lea max nora otto pia'.split(' ');
const USERS = 300;
const REGIONS = ['eu-central', 'us-east', 'ap-south'];
const PLANS = ['free', 'team', 'gold'];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
];
const SECOND_MS = 1000;

/** The envelope in which an SDK would have sent the event, had it been there. `startedAtMs`: what ages count from. */
export function toEnvelope(planned: DemoEvent, startedAtMs: number, nowMs: number): string {
  const random = new SeededRandom(planned.project.seed * 7919 + planned.index * 104_729);
  const event = toEvent(planned, (startedAtMs - planned.ageMs) / SECOND_MS, random);
  const header = {
    event_id: event.event_id,
    sent_at: new Date(nowMs).toISOString(),
    sdk: planned.project.language.sdk,
  };
  const payload = JSON.stringify(event);
  const item = { type: 'event', length: Buffer.byteLength(payload) };
  return `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${payload}\n`;
}

function toEvent(
  { project, issue, release, environment }: DemoEvent,
  timestamp: number,
  random: SeededRandom,
) {
  const { language } = project;
  const { area, fault } = issue;
  const path = area.route.replace(':id', String(1000 + random.below(9000)));
  return {
    event_id: random.hex(32),
    timestamp,
    platform: language.platform,
    level: fault.level ?? 'error',
    release,
    environment,
    server_name:
      language.platform === 'javascript' ? undefined : `${project.slug}-${random.below(4)}`,
    transaction: area.route,
    sdk: language.sdk,
    exception: { values: toExceptions(project, issue, random) },
    breadcrumbs: { values: toBreadcrumbs(issue, { path, timestamp, random }) },
    request: {
      method: random.pick(['GET', 'GET', 'POST']),
      url: `https://shop.example${path}`,
      headers: { 'User-Agent': random.pickEarly(AGENTS), 'X-Request-Id': random.hex(16) },
    },
    user: toUser(random),
    tags: {
      region: random.pickEarly(REGIONS),
      plan: random.pickEarly(PLANS),
      ...(random.next() < 0.3 ? { feature: `new-${area.noun}` } : {}),
    },
    contexts: {
      ...language.toContexts(random),
      trace: { trace_id: random.hex(32), span_id: random.hex(16) },
    },
    extra: { attempt: 1 + random.below(3), [`${area.noun}_id`]: 1000 + random.below(9000) },
  };
}

function toExceptions({ language }: DemoProject, issue: DemoIssue, random: SeededRandom): object[] {
  const { area, fault } = issue;
  const [before, failing, after] = fault.code(area);
  const { libraryFrames } = language;
  const place = language.toPlace(area);
  const own: DemoFrame[] = language.callers.map((name, depth) => ({
    function: name,
    ...place,
    lineno: 20 + depth * 31,
    in_app: true,
    pre_context: [`// ${area.route}`],
    context_line: `  ${issue.function}(${area.noun})`,
    post_context: [''],
  }));
  const frames: DemoFrame[] = [
    ...libraryFrames,
    ...own,
    {
      function: issue.function,
      ...place,
      lineno: issue.line,
      in_app: true,
      pre_context: before,
      context_line: failing,
      post_context: after,
    },
  ];
  const { cause } = fault;
  return [
    ...(cause
      ? [{ type: cause.type, value: cause.message, mechanism: { type: 'chained', handled: true } }]
      : []),
    {
      type: fault.type,
      value: fault.say(area, random),
      mechanism: { type: 'generic', handled: fault.isHandled ?? false },
      stacktrace: { frames },
    },
  ];
}

function toBreadcrumbs(
  { area, function: name }: DemoIssue,
  { path, timestamp, random }: { path: string; timestamp: number; random: SeededRandom },
): object[] {
  const steps = [
    { category: 'navigation', data: { from: '/', to: path } },
    { category: 'ui.click', message: `button.${area.verb}-${area.noun}` },
    {
      type: 'http',
      category: 'fetch',
      data: { method: 'GET', url: `/api${path}`, status_code: random.pick([200, 200, 304, 404]) },
    },
    { category: 'log', level: 'warning', message: `${area.noun} took ${random.below(900)} ms` },
    { category: 'log', message: `${name} begins` },
  ];
  return steps.map((step, index) => ({
    ...step,
    timestamp: timestamp - (steps.length - index) * (0.2 + random.next()),
  }));
}

function toUser(random: SeededRandom): object | undefined {
  if (random.next() < 0.1) return undefined;
  const id = Math.floor(random.next() ** 1.5 * USERS);
  return {
    id: `u-${id}`,
    email: `${FIRST_NAMES[id % FIRST_NAMES.length]!}.${id}@customers.example`,
  };
}
