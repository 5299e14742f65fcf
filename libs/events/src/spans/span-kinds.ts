import type { OperationKind, SegmentKind } from '#shared';
import { readAttributeText } from './read-attribute.ts';
import type { Span } from './span.ts';

const CACHES = /redis|valkey|memcache|keydb|dragonfly/i;
const JOBS = /^(?:queue|celery|job|jobs|message|messaging|sidekiq|resque)(?:[._]|$)/;
/** Calls that wait for something outside of the process, and hold no other calls. */
const OTHER_CALLS = /^(?:mail|email|smtp|rpc|grpc|file|subprocess|ldap|storage)(?:\.|$)/;
const SENDING = /publish|submit|send|create|enqueue|produce/;

/** Returns what began the segment, by its operation. */
export function toSegmentKind({ op, name, method }: Span): SegmentKind {
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
export function findOperationKind({ op, attributes }: Span): OperationKind | undefined {
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
