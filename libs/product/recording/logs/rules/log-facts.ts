import type { EventLevel, Log, LogSeverity, LogValue, SearchedEvent } from '#shared';

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

/**
 * Returns the level by which searches of events find the log. Errata 0.3 stored none for a log whose
 * level was `constructor`.
 */
export function toEventLevel(level: LogSeverity | undefined): EventLevel {
  return LEVELS[level ?? 'info'];
}

/** Returns the log in the form in which one search language finds events and logs. */
export function toSearched(log: Log, project: string): SearchedEvent {
  return {
    level: toEventLevel(log.level),
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

/** Attribute that numbers the logs of one millisecond and one process. */
export const SEQUENCE = 'sentry.timestamp.sequence';

/** Compares logs for sorting from the earliest to the latest. */
export function compareInTime(a: Log, b: Log): number {
  return a.atMs - b.atMs || readSequence(a) - readSequence(b);
}

function readSequence({ attributes }: Log): number {
  return Number(attributes[SEQUENCE] ?? 0) || 0;
}

/** Attributes that SDKs add to each log, and that pages show elsewhere or not at all. */
function isShownElsewhere(name: string): boolean {
  return name.startsWith('sentry.') || name === 'server.address';
}

/** Attributes in which SDKs tell about the process, its system and the place of the call. */
const OF_SDK =
  /^(?:(?:browser|code|device|os|process|telemetry|thread)\.|(?:user_agent\.original|logger\.name|parent_span_id)$)/;
const EMPTY = new Set<LogValue>(['', '[]', '{}']);

export interface ShownFacts {
  /** Attributes that the application set. */
  readonly said: Readonly<Record<string, LogValue>>;
  /** Attributes in which the SDK tells about itself. Pages fold them. */
  readonly ofSdk: Readonly<Record<string, LogValue>>;
}

export function splitFacts({ attributes }: Pick<Log, 'attributes'>): ShownFacts {
  const shown = Object.entries(attributes).filter(([name]) => !isShownElsewhere(name));
  const isOfSdk = ([name, value]: (typeof shown)[number]): boolean =>
    OF_SDK.test(name) || (name === 'parameters' && EMPTY.has(value));
  return {
    said: Object.fromEntries(shown.filter((each) => !isOfSdk(each))),
    ofSdk: Object.fromEntries(shown.filter(isOfSdk)),
  };
}
