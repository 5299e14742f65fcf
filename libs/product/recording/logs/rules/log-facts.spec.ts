import { expect, it } from '@jest/globals';
import { type Log, matchesEvent, parseSearch } from '#shared';
import { listShadowed, splitFacts, toSearched } from './log-facts.ts';
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

it('splitFacts parts what the application said from what its SDK tells about itself', () => {
  const said = { sku: 'LAMP-9', 'user.id': '7', processed: 3, 'code-name': 'x', encode: 1 };
  const ofSdk = {
    'code.file.path': 'app.py',
    'thread.id': '1',
    'process.pid': 4,
    'user_agent.original': 'curl',
    'logger.name': 'app',
    'os.name': 'Linux',
    'browser.name': 'Firefox',
    parent_span_id: 'b'.repeat(16),
  };
  const elsewhere = { 'sentry.release': '1', 'server.address': 'a1' };
  const split = splitFacts({ attributes: { ...elsewhere, ...ofSdk, ...said, parameters: '[]' } });
  expect(split).toEqual({ said, ofSdk: { ...ofSdk, parameters: '[]' } });
  expect(splitFacts({ attributes: { parameters: '[7]' } }).said).toEqual({ parameters: '[7]' });
});

it('toSearched shows a log that was stored without a level as info', () => {
  expect(toSearched({ ...log, level: undefined! }, 'web').level).toBe('info');
});
