import { createHash } from 'node:crypto';
import type { IssueChange } from '#shared';

const DAY_MS = 86_400_000;
/**
 * Age of the newest event. A younger event could seem to come from the future when the relay's
 * clock is behind.
 */
const NEWEST_MS = 30_000;
/** Age of each release in days, oldest first. */
const RELEASE_DAYS = [30, 24, 18, 11, 5, 1.2];
const NAMES = 'ada bea carl dora emil fay gus ida jon kim lea max nora otto pia'.split(' ');
const USERS = 300;
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

export type DemoFeedback = Readonly<
  Record<'message', string> & Partial<Record<'name' | 'contact_email' | 'url', string>>
>;

export interface DemoKind {
  readonly count: number;
  /** Ages of the first and the last event, in days. */
  readonly days: readonly [first: number, last: number];
  /** Above 1, events become more frequent over time. */
  readonly growth?: number;
  /**
   * How the issue is triaged. When `returns` is true, a later event reopens the issue after it was
   * resolved.
   */
  readonly change?: IssueChange;
  readonly assigned?: true;
  readonly comment?: string;
  readonly returns?: true;
  /** Feedback about the first event. `saidAlone` is feedback that belongs to no event. */
  readonly said?: DemoFeedback;
  readonly saidAlone?: DemoFeedback;
  /** The event as its SDK sends it. Timestamps of breadcrumbs are seconds relative to the event. */
  readonly event: {
    readonly platform?: string;
    readonly request?: object;
    readonly tags?: object;
    readonly contexts?: object;
    readonly breadcrumbs?: { readonly values: readonly { readonly timestamp: number }[] };
  };
}

export interface DemoProject {
  readonly slug: string;
  readonly name: string;
  /** Oldest first. */
  readonly releases: readonly string[];
  /** A minified script of the project's pages. The demo uploads it with its source map. */
  readonly script?: {
    readonly url: string;
    readonly debugId: string;
    readonly code: string;
    readonly map: object;
  };
  readonly event: { readonly platform: string; readonly sdk: object; readonly contexts: object };
  readonly kinds: readonly DemoKind[];
}

export interface DemoEvent<P extends DemoProject = DemoProject> {
  readonly project: P;
  readonly kind: DemoKind;
  readonly eventId: string;
  readonly ageMs: number;
  readonly said?: readonly DemoFeedback[];
}

export async function readDemoProjects(): Promise<readonly DemoProject[]> {
  const { default: projects } = await import('./demo-events.json', { with: { type: 'json' } });
  // TypeScript types the pairs of a JSON file as arrays of any length.
  return projects as unknown as readonly DemoProject[];
}

/**
 * Returns all events of the projects, with the same ids each time. The newest events come first,
 * because Errata stores in full only the first events that arrive for an issue within an hour.
 */
export function planEvents<P extends DemoProject>(projects: readonly P[]): DemoEvent<P>[] {
  const planned = projects.flatMap((project) =>
    project.kinds.flatMap((kind) =>
      Array.from({ length: kind.count }, (_, nth) => toDemoEvent(project, kind, nth)),
    ),
  );
  return planned.toSorted((one, other) => one.ageMs - other.ageMs);
}

/**
 * Returns events that reopen some resolved issues. The timestamp of each event is the time at which
 * it is sent.
 */
export function planReturns<P extends DemoProject>(projects: readonly P[]): DemoEvent<P>[] {
  return projects.flatMap((project) =>
    project.kinds
      .filter(({ returns }) => returns)
      .map((kind) => ({ ...toDemoEvent(project, kind, kind.count), ageMs: 0 })),
  );
}

/**
 * Returns event number `nth` of the kind. The number determines the event's id, age, user and
 * release.
 */
export function toDemoEvent<P extends DemoProject>(
  project: P,
  kind: DemoKind,
  nth: number,
): DemoEvent<P> {
  const name = `${project.slug} ${project.kinds.indexOf(kind)} ${nth}`;
  const eventId = createHash('md5').update(name).digest('hex');
  const [first, last] = kind.days;
  const part = toRandom(eventId, 0)() ** (kind.growth ?? 1);
  const said = nth === 0 ? [kind.said, kind.saidAlone].flatMap((each) => each ?? []) : [];
  return {
    project,
    kind,
    eventId,
    ageMs: NEWEST_MS + (last + (first - last) * part) * DAY_MS,
    ...(said.length > 0 ? { said } : {}),
  };
}

/** Returns the envelope that an SDK would have sent. Ages count back from `startedAtMs`. */
export function toEnvelope(planned: DemoEvent, startedAtMs: number, nowMs: number): string {
  const { project, kind, eventId, ageMs } = planned;
  const timestamp = (startedAtMs - ageMs) / 1000;
  const event = { ...project.event, ...kind.event };
  const random = toRandom(eventId, 8);
  const payload = JSON.stringify({
    ...event,
    event_id: eventId,
    timestamp,
    ...toReleaseAndEnvironment(planned, random),
    ...toPerson(event, random),
    tags: { ...event.tags, region: random() < 0.6 ? 'eu-central' : 'us-east' },
    contexts: { ...event.contexts, trace: { trace_id: eventId, span_id: eventId.slice(16) } },
    breadcrumbs: event.breadcrumbs?.values.map((crumb) => ({
      ...crumb,
      timestamp: timestamp + crumb.timestamp,
    })),
  });
  const header = { event_id: eventId, sent_at: new Date(nowMs).toISOString(), sdk: event.sdk };
  const items = [
    toItem('event', payload),
    ...toFeedback(planned).map((said) => toItem('feedback', said)),
  ];
  return [JSON.stringify(header), ...items, ''].join('\n');
}

function toItem(type: string, payload: string): string {
  return `${JSON.stringify({ type, length: Buffer.byteLength(payload) })}\n${payload}`;
}

/** The ids of feedback are derived from the event id, so that a resumed run sends the same ids. */
function toFeedback({ kind, eventId, said = [] }: DemoEvent): string[] {
  return said.map((feedback, nth) => {
    const about = feedback === kind.said ? { associated_event_id: eventId } : {};
    const id = createHash('md5').update(`${eventId} feedback ${nth}`).digest('hex');
    return JSON.stringify({
      type: 'feedback',
      event_id: id,
      contexts: { feedback: { ...feedback, ...about } },
    });
  });
}

/**
 * Chooses release and environment. Staging gets a release a day before production, and some
 * machines still run the previous release.
 */
function toReleaseAndEnvironment({ project, ageMs }: DemoEvent, random: () => number): object {
  const isStaging = random() < 0.15;
  const ageDays = ageMs / DAY_MS - (isStaging ? 1 : 0);
  const current = RELEASE_DAYS.findLastIndex((began) => began >= ageDays);
  return {
    release: project.releases[Math.max(0, current - (random() < 0.1 ? 1 : 0))],
    environment: isStaging ? 'staging' : 'production',
  };
}

function toPerson({ platform, request }: DemoKind['event'], random: () => number): object {
  const id = Math.floor(random() ** 1.5 * USERS);
  const agent = AGENTS[Math.floor(random() ** 1.5 * AGENTS.length)];
  return {
    ...(platform === 'javascript' ? {} : { server_name: `server-${1 + (id % 4)}` }),
    ...(request && {
      request: { ...request, headers: { 'User-Agent': agent } },
      user: {
        id: `u-${id}`,
        email: `${NAMES[id % NAMES.length]}.${id}@customers.example`,
        ip_address: `203.0.113.${id % 255}`,
      },
    }),
  };
}

/**
 * Returns a generator of numbers from 0 to 1. They look random, but depend only on eight digits of
 * the id (the "minimal standard" generator of Park and Miller).
 */
function toRandom(eventId: string, fromDigit: number): () => number {
  let state = (Number.parseInt(eventId.slice(fromDigit, fromDigit + 8), 16) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
