import { createHash } from 'node:crypto';
import { toItem, toRandom } from './demo-envelope.ts';
import { DAY_MS, NAMES, RELEASE_DAYS, USERS } from './demo-project.ts';
import type { DemoEvent, DemoKind, DemoProject } from './demo-project.ts';

/**
 * Age of the newest event. A younger event could seem to come from the future when the relay's
 * clock is behind.
 */
const NEWEST_MS = 30_000;
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

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
    said: said.length > 0 ? said : undefined,
  };
}

/** Returns the envelope that an SDK would have sent. Ages count back from `startedAtMs`. */
export function toEnvelope(planned: DemoEvent, startedAtMs: number, nowMs: number): string {
  const { project, kind, eventId } = planned;
  const event = { ...project.event, ...kind.event };
  const random = toRandom(eventId, 8);
  const sent = toSent(planned, startedAtMs, random);
  const payload = JSON.stringify({
    ...event,
    event_id: eventId,
    ...sent,
    tags: { ...event.tags, region: random() < 0.6 ? 'eu-central' : 'us-east' },
    contexts: { ...event.contexts, trace: { trace_id: eventId, span_id: eventId.slice(16) } },
    breadcrumbs: event.breadcrumbs?.values.map((crumb) => ({
      ...crumb,
      timestamp: sent.timestamp + crumb.timestamp,
    })),
  });
  const header = { event_id: eventId, sent_at: new Date(nowMs).toISOString(), sdk: event.sdk };
  return [JSON.stringify(header), toItem('event', payload), ''].join('\n');
}

/** Returns what an event shares with the logs of its process. */
export function toSent(
  planned: DemoEvent,
  startedAtMs: number,
  random = toRandom(planned.eventId, 8),
) {
  const { project, kind, ageMs } = planned;
  return {
    timestamp: (startedAtMs - ageMs) / 1000,
    ...toReleaseAndEnvironment(planned, random),
    ...toPerson({ ...project.event, ...kind.event }, random),
  };
}

/**
 * Returns an envelope for each feedback, because the envelope's id says whose the screenshot is.
 * Ids are derived from the event id, so that a resumed run sends the same ids.
 */
export function toFeedbackEnvelopes({ kind, eventId, said = [] }: DemoEvent) {
  return said.map((feedback, nth) => {
    const { shot, ...words } = feedback;
    const about = feedback === kind.said ? { associated_event_id: eventId } : {};
    const id = createHash('md5').update(`${eventId} feedback ${nth}`).digest('hex');
    const contexts = { feedback: { ...words, ...about } };
    const item = toItem('feedback', JSON.stringify({ type: 'feedback', event_id: id, contexts }));
    const image = Buffer.from(shot ?? '', 'base64');
    const { length } = image;
    const file = { type: 'attachment', length, filename: 'screen.png', content_type: 'image/png' };
    const head = [JSON.stringify({ event_id: id }), item, shot ? JSON.stringify(file) : '', ''];
    return Buffer.concat([Buffer.from(head.join('\n')), image]);
  });
}

/**
 * Chooses release and environment. Staging gets a release a day before production, and some
 * machines still run the previous release.
 */
function toReleaseAndEnvironment({ project, ageMs }: DemoEvent, random: () => number) {
  const isStaging = random() < 0.15;
  const ageDays = ageMs / DAY_MS - (isStaging ? 1 : 0);
  const current = RELEASE_DAYS.findLastIndex((began) => began >= ageDays);
  return {
    release: project.releases[Math.max(0, current - (random() < 0.1 ? 1 : 0))],
    environment: isStaging ? 'staging' : 'production',
  };
}

function toPerson(
  { platform, request }: DemoKind['event'],
  random: () => number,
): { readonly server_name?: string } {
  const id = Math.floor(random() ** 1.5 * USERS);
  const agent = AGENTS[Math.floor(random() ** 1.5 * AGENTS.length)];
  return {
    server_name: platform === 'javascript' ? undefined : `server-${1 + (id % 4)}`,
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
