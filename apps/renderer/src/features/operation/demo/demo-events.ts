import { createHash } from 'node:crypto';
import type { IssueChange } from '#shared';

const DAY_MS = 86_400_000;
/** Relays take nothing from the future: clocks may differ. */
const NEWEST_MS = 30_000;
/** How many days before the filling each release began. */
const RELEASE_DAYS = [30, 24, 18, 11, 5, 1.2];
const NAMES = 'ada bea carl dora emil fay gus ida jon kim lea max nora otto pia'.split(' ');
const USERS = 300;
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

/** What a user says, as SDKs send it. */
export type DemoFeedback = Readonly<
  Record<'message', string> & Partial<Record<'name' | 'contact_email' | 'url', string>>
>;

/** One bug of an application, as demo-events.json has it. */
export interface DemoKind {
  /** How many of its events are sent. */
  readonly count: number;
  /** How many days before the filling its first and its last event occur. */
  readonly days: readonly [first: number, last: number];
  /** Above 1 events come more often as time goes on. */
  readonly growth?: number;
  /** The triage of its issue: a change, an assignee, a comment, and whether the issue has come back since. */
  readonly change?: IssueChange;
  readonly assigned?: true;
  readonly comment?: string;
  readonly returns?: true;
  /** Feedback of a user who met one of its events, and of one who met no error. */
  readonly said?: DemoFeedback;
  readonly saidAlone?: DemoFeedback;
  /** The event as its SDK sends it. Breadcrumbs have seconds relative to the event. */
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
  /** A minified script of its pages, which is uploaded with its source map. */
  readonly script?: {
    readonly url: string;
    readonly debugId: string;
    readonly code: string;
    readonly map: object;
  };
  /** Fields of all its events, unless they say otherwise. */
  readonly event: { readonly platform: string; readonly sdk: object; readonly contexts: object };
  readonly kinds: readonly DemoKind[];
}

export interface DemoEvent<P extends DemoProject = DemoProject> {
  readonly project: P;
  readonly kind: DemoKind;
  readonly eventId: string;
  readonly ageMs: number;
  /** What users said then. */
  readonly said?: readonly DemoFeedback[];
}

export async function readDemoProjects(): Promise<readonly DemoProject[]> {
  const { default: projects } = await import('./demo-events.json', { with: { type: 'json' } });
  // TypeScript reads the pairs of a JSON file as arrays of any length.
  return projects as unknown as readonly DemoProject[];
}

/** All events of the projects, the same each time, ids included. The newest come first: storms leave them whole. */
export function planEvents<P extends DemoProject>(projects: readonly P[]): DemoEvent<P>[] {
  const planned = projects.flatMap((project) =>
    project.kinds.flatMap((kind) =>
      Array.from({ length: kind.count }, (_, nth) => toDemoEvent(project, kind, nth)),
    ),
  );
  return planned.toSorted((one, other) => one.ageMs - other.ageMs);
}

/** Events that bring some resolved issues back: they occur when they are sent. */
export function planReturns<P extends DemoProject>(projects: readonly P[]): DemoEvent<P>[] {
  return projects.flatMap((project) =>
    project.kinds
      .filter(({ returns }) => returns)
      .map((kind) => ({ ...toDemoEvent(project, kind, kind.count), ageMs: 0 })),
  );
}

/** The event of that kind with that number. Its id, age, person and release follow from these. */
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

/** The envelope in which an SDK would have sent the event, had it been there. Ages count from `startedAtMs`. */
export function toEnvelope(planned: DemoEvent, startedAtMs: number, nowMs: number): string {
  const { project, kind, eventId, ageMs } = planned;
  const timestamp = (startedAtMs - ageMs) / 1000;
  const event = { ...project.event, ...kind.event };
  const random = toRandom(eventId, 8);
  const payload = JSON.stringify({
    ...event,
    event_id: eventId,
    timestamp,
    ...toWhereabouts(planned, random),
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

/** Payloads of what users said, each with an id that follows from the event's. */
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

/** Staging has a release a day before production, and some machines have not been updated. */
function toWhereabouts({ project, ageMs }: DemoEvent, random: () => number): object {
  const isStaging = random() < 0.15;
  const ageDays = ageMs / DAY_MS - (isStaging ? 1 : 0);
  const current = RELEASE_DAYS.findLastIndex((began) => began >= ageDays);
  return {
    release: project.releases[Math.max(0, current - (random() < 0.1 ? 1 : 0))],
    environment: isStaging ? 'staging' : 'production',
  };
}

/** The person who met the event, with the browser or the server. Jobs without a request have no user. */
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

/** Gives numbers from 0 to 1 that look random and follow from eight digits of the id ("minimal standard" of Park and Miller). */
function toRandom(eventId: string, fromDigit: number): () => number {
  let state = (Number.parseInt(eventId.slice(fromDigit, fromDigit + 8), 16) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
