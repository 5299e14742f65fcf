import type { EventLevel, Log, LogSeverity, SearchedEvent } from '#shared';

const LEVELS: Readonly<Record<LogSeverity, EventLevel>> = {
  fatal: 'fatal',
  error: 'error',
  warn: 'warning',
  info: 'info',
  debug: 'debug',
  trace: 'debug',
};

/** Names under which a search finds an attribute, besides the attribute's own name. */
const NAMES = {
  release: ['sentry.release'],
  environment: ['sentry.environment'],
  server_name: ['server.address', 'host.name'],
} as const;

/** Returns true when a search finds the attribute's value by another name, such as `release`. */
export function isNamed(name: string): boolean {
  return Object.values<readonly string[]>(NAMES).some((names) => names.includes(name));
}

/** Returns the level by which searches of events find the log. */
export function toEventLevel(level: LogSeverity): EventLevel {
  return LEVELS[level];
}

/** Returns the log in the form in which one search language finds events and logs. */
export function toSearched(log: Log, project: string): SearchedEvent {
  return {
    level: LEVELS[log.level],
    type: '',
    message: log.body,
    place: '',
    tags: toTags(log, project),
    atMs: log.atMs,
  };
}

function toTags(log: Log, project: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const name in log.attributes) tags.set(name, String(log.attributes[name]));
  for (const [name, value] of Object.entries(readNamed(log))) {
    if (value !== undefined) tags.set(name, value);
  }
  tags.set('project', project);
  return tags;
}

/** Returns the attributes that no search finds by their name, since it means something else. */
export function listShadowed(log: Log): readonly string[] {
  const named = Object.entries(readNamed(log)).filter(([, value]) => value !== undefined);
  const facts = new Map<string, string | undefined>(named).set('project', undefined);
  return Object.keys(log.attributes).filter(
    (name) => facts.has(name) && facts.get(name) !== String(log.attributes[name]),
  );
}

export interface NamedFacts {
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
  readonly server_name?: string | undefined;
  readonly trace?: string | undefined;
  readonly span?: string | undefined;
}

/** Returns what pages and searches call by a name of their own. */
export function readNamed({ attributes, traceId, spanId }: Log): NamedFacts {
  const first = (names: readonly string[]): string | undefined => {
    const name = names.find((each) => attributes[each] !== undefined);
    return name === undefined ? undefined : String(attributes[name]);
  };
  return {
    release: first(NAMES.release),
    environment: first(NAMES.environment),
    server_name: first(NAMES.server_name),
    trace: traceId,
    span: spanId,
  };
}

/** Attributes that SDKs add to each log, and that pages show elsewhere or not at all. */
export function isOfSdk(name: string): boolean {
  return name.startsWith('sentry.') || name === 'server.address';
}
