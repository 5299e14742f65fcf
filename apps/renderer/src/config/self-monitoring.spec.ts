import { describe, expect, it } from '@jest/globals';
import { toSelfMonitoring } from './self-monitoring.ts';

const projects = [
  { id: 1, slug: 'app', name: 'app' },
  { id: 2, slug: 'errata', name: 'errata' },
];
const keys = [
  { publicKey: 'aaa', projectId: 1, enabled: true },
  { publicKey: 'bbb', projectId: 2, enabled: true },
];
const addresses = {
  basePath: '/base',
  dsnOrigin: 'https://example.com/base',
  relayUrl: 'http://relay:3001',
};

describe('toSelfMonitoring', () => {
  it('reports into project errata through our own /monitoring', () => {
    expect(toSelfMonitoring({ ...addresses, monitoring: 'own' }, projects, keys)).toEqual({
      server: { dsn: 'https://bbb@example.com/base/2', tunnel: 'http://relay:3001/monitoring' },
      browser: { dsn: 'https://bbb@example.com/base/2', tunnel: '/base/monitoring' },
    });
  });

  it('contacts another service directly and names its origin', () => {
    const monitoring = { origin: 'https://other.example/path', publicKey: 'k', projectId: 7 };
    expect(toSelfMonitoring({ ...addresses, monitoring }, projects, keys)).toEqual({
      server: { dsn: 'https://k@other.example/path/7' },
      browser: { dsn: 'https://k@other.example/path/7' },
      connectOrigin: 'https://other.example',
    });
  });

  it('is off when told so, and when project errata has no enabled key', () => {
    expect(toSelfMonitoring({ ...addresses, monitoring: 'off' }, projects, keys)).toBeUndefined();
    expect(
      toSelfMonitoring({ ...addresses, monitoring: 'own' }, projects, keys.slice(0, 1)),
    ).toBeUndefined();
  });
});
