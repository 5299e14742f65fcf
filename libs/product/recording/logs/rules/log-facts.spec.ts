import { expect, it } from '@jest/globals';
import { type Log, matchesEvent, parseSearch } from '#shared';
import { listShadowed, toSearched } from './log-facts.ts';
import { narrowSearch } from './narrow-search.ts';

const log: Log = {
  atMs: 0,
  level: 'info',
  body: '',
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  attributes: {
    project: 'apollo',
    environment: 'inner',
    'sentry.environment': 'prod',
    release: 'same',
    'sentry.release': 'same',
    server_name: 'x',
    'server.address': 'a1',
    trace: 'on',
    span: 7,
    level: 'high',
    cart: 1,
  },
};

it('listShadowed lists the attributes of a log that no search finds', () => {
  const unfound = Object.entries(log.attributes).filter(([name, value]) => {
    const parsed = parseSearch(narrowSearch('', name, String(value)));
    return !parsed.ok || !matchesEvent(parsed.value, toSearched(log, 'web'), { nowMs: 0 });
  });
  expect(listShadowed(log)).toEqual(unfound.map(([name]) => name));
  expect(listShadowed(log)).toEqual(['project', 'environment', 'server_name', 'trace', 'span']);
  expect(listShadowed({ ...log, attributes: { environment: 'a' } })).toEqual([]);
});
