import { describe, expect, it } from '@jest/globals';
import { itemKinds } from '#shared';
import { toItemKind } from './item-kind.ts';

describe('toItemKind', () => {
  it.each([
    ['event', 'error'],
    ['raw_security', 'security'],
    ['transaction', 'transaction'],
    ['sessions', 'session'],
    ['replay_recording', 'replay'],
    ['client_report', 'internal'],
    ['user_report', 'default'],
    ['statsd', 'unknown'],
    ['', 'unknown'],
    ['__proto__', 'unknown'],
    ['constructor', 'unknown'],
  ])('of %j is %s', (type, kind) => {
    expect(toItemKind(type)).toBe(kind);
  });

  it('is always one of the closed list', () => {
    const types = ['event', 'check_in', 'log', 'metric', 'profile_chunk', 'anything', 'span'];
    for (const type of types) expect(itemKinds).toContain(toItemKind(type));
  });
});
