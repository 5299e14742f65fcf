import { eventLevels } from '../event.ts';
import type { ValuesOf } from './value-kinds.ts';

export interface KeyOfSearch {
  readonly kind: keyof ValuesOf;
  readonly values?: readonly string[];
  readonly otherValues?: Readonly<Record<string, string>>;
  readonly words: string;
  readonly examples: readonly string[];
  /** Set for keys that only searches of logs have. */
  readonly isOfLogs?: true;
  readonly refusesLatest?: true;
}

/** All keys of searches, in the order of the help page. */
export const searchKeys = {
  is: {
    kind: 'choice',
    values: ['unresolved', 'resolved', 'muted', 'new', 'regressed'],
    otherValues: { ignored: 'muted', archived: 'muted' },
    words:
      'the state of the issue; unresolved includes regressed and new (first seen within 24 hours); ignored means muted',
    examples: ['unresolved', '[muted, resolved]', 'new'],
  },
  project: {
    kind: 'name',
    words: 'the slug of the project',
    examples: ['[web, api]', 'shop-*'],
  },
  level: {
    kind: 'choice',
    values: eventLevels,
    otherValues: { warn: 'warning', trace: 'debug' },
    words: 'how bad the newest event is',
    examples: ['error', '[fatal, error]'],
  },
  assigned: {
    kind: 'person',
    words: 'the person the issue is assigned to',
    examples: ['me', 'none', 'ann@example.com'],
  },
  type: {
    kind: 'name',
    words: 'the type of the error, with or without its packages',
    examples: ['TypeError', '*Timeout*'],
  },
  message: {
    kind: 'part',
    words: 'some part of the message',
    examples: ['"not a function"', 'user*missing'],
  },
  place: {
    kind: 'part',
    words: 'some part of the failing function, file and line',
    examples: ['checkout.ts'],
  },
  firstSeen: {
    kind: 'time',
    words: 'when the first event occurred, in UTC',
    examples: ['-24h', '<2w', '+2w', '2026-01-05', '>=2026-01-05T12:30'],
  },
  lastSeen: {
    kind: 'time',
    words: 'when the last event occurred, in UTC',
    examples: ['-30m', '<2026-01-05'],
  },
  timestamp: {
    kind: 'time',
    words: 'when a log was written, in UTC; only for logs',
    examples: ['-1h', '2026-01-05T12:30', '<2026-01-05'],
    isOfLogs: true,
  },
  timesSeen: {
    kind: 'count',
    words: 'how many events the issue has',
    examples: ['>100', '10..100', '1'],
  },
  users: {
    kind: 'count',
    words: 'how many users the issue has met',
    examples: ['>=5'],
  },
  release: {
    kind: 'release',
    words:
      'the release of the application; 1.4.2 also finds shop@1.4.2 and 1.4.2+build, "1.4.2" in quotes finds only 1.4.2, latest is the newest of each project',
    examples: ['1.4.2', 'latest', '1.4.*', '>=1.4.0', '"1.4.2"'],
  },
  firstRelease: {
    kind: 'name',
    refusesLatest: true,
    words: 'the release of the first event; a release is written as it was sent, or with a *',
    examples: ['shop@1.4.2', '*@1.4.2'],
  },
  environment: {
    kind: 'name',
    words: 'where the application ran',
    examples: ['production', '[production, staging]'],
  },
  user: {
    kind: 'name',
    words: 'the id, the address or the name of the user',
    examples: ['42', '*@example.com'],
  },
  'user.id': {
    kind: 'name',
    words: 'the id of the user',
    examples: ['42'],
  },
  'user.email': {
    kind: 'name',
    words: 'the address of the user',
    examples: ['*@example.com'],
  },
  transaction: {
    kind: 'name',
    words: 'what the application was doing',
    examples: ['/checkout/*'],
  },
  url: {
    kind: 'part',
    words: 'some part of the address that was asked for',
    examples: ['/checkout'],
  },
  handled: {
    kind: 'choice',
    values: ['yes', 'no'],
    otherValues: { true: 'yes', 1: 'yes', false: 'no', 0: 'no' },
    words: 'whether the application caught the error; error.unhandled:true means handled:no',
    examples: ['no'],
  },
  has: {
    kind: 'has',
    words: 'that a key or a tag has any value',
    examples: ['release', 'customer'],
  },
  platform: {
    kind: 'name',
    words: 'the platform that the SDK names',
    examples: ['javascript'],
  },
  'sdk.name': {
    kind: 'name',
    words: 'the SDK that sent the event',
    examples: ['sentry.javascript.*'],
  },
} as const satisfies Readonly<Record<string, KeyOfSearch>>;

export type SearchKey = keyof typeof searchKeys;

/** Names that Sentry uses for some keys. A tag with such a name must be written `tags[env]:x`. */
export const otherKeys: Readonly<Record<string, SearchKey>> = {
  age: 'firstSeen',
  first_seen: 'firstSeen',
  last_seen: 'lastSeen',
  times_seen: 'timesSeen',
  'error.type': 'type',
  'error.value': 'message',
  'error.handled': 'handled',
  'error.unhandled': 'handled',
  'stack.function': 'place',
  env: 'environment',
};

/** Keys of Sentry that mean the opposite of a key here. */
export const oppositeKeys: ReadonlySet<string> = new Set(['error.unhandled']);

export const commonTags = [
  'dist',
  'logger',
  'server_name',
  'user.username',
  'browser',
  'browser.name',
  'os',
  'os.name',
  'client_os',
  'client_os.name',
  'runtime',
  'runtime.name',
  'device',
] as const;

/**
 * Tags whose values are a name and a version, such as `iOS 18.1`. Another tag has the name alone,
 * such as `os.name`.
 */
export const versionedTags: ReadonlySet<string> = new Set([
  'browser',
  'os',
  'client_os',
  'runtime',
]);

/** Tags that the key `user` searches. A match in one of them is enough. */
export const userTags = ['user.id', 'user.email', 'user.username'] as const;

const byLowerCase = new Map([
  ...(Object.keys(searchKeys) as SearchKey[]).map((key) => [key.toLowerCase(), key] as const),
  ...Object.entries(otherKeys),
]);

/**
 * Finds a key by its own name or by Sentry's name, ignoring case. Returns undefined for the name of
 * a tag.
 */
export function findSearchKey(name: string): SearchKey | undefined {
  return byLowerCase.get(name.toLowerCase());
}
