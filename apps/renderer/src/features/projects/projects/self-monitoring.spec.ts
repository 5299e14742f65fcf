import { describe, expect, it } from '@jest/globals';
import type { ProjectKey } from '#product/projects/projects';
import { toSelfMonitoring } from './self-monitoring.ts';

const projects = [
  { id: 1, slug: 'app', name: 'app' },
  { id: 2, slug: 'errata', name: 'errata' },
];
const ofApp: ProjectKey = { publicKey: 'aaa', projectId: 1, enabled: true };
const ofServer: ProjectKey = { publicKey: 'bbb', projectId: 2, enabled: true };
const ofPages: ProjectKey = { publicKey: 'ccc', projectId: 2, enabled: true, scope: 'errors' };
const addresses = {
  basePath: '/base',
  dsnOrigin: 'https://example.com/base',
  relayUrl: 'http://relay:3001',
};
const own = { ...addresses, monitoring: 'own' } as const;

const server = { dsn: 'https://bbb@example.com/base/2', tunnel: 'http://relay:3001/monitoring' };
const browser = { dsn: 'https://ccc@example.com/base/2', tunnel: '/base/monitoring' };

describe('toSelfMonitoring', () => {
  it('reports into project errata through /monitoring, pages by their own key', () => {
    const keys = [ofApp, ofPages, ofServer];
    expect(toSelfMonitoring(own, projects, keys)).toEqual({ server, browser });
  });

  it.each([
    ['a key for errors', [ofServer], { server }],
    ['an enabled key for errors', [ofServer, { ...ofPages, enabled: false }], { server }],
    ['a key for everything', [ofPages], { browser }],
    ['any key of project errata', [ofApp], {}],
  ])('shares no key between server and pages without %s', (_, keys, expected) => {
    expect(toSelfMonitoring(own, projects, keys)).toEqual(expected);
  });

  it('reports to another service directly, and names the origin of the service', () => {
    const monitoring = { origin: 'https://other.example/path', publicKey: 'k', projectId: 7 };
    expect(toSelfMonitoring({ ...addresses, monitoring }, projects, [ofServer, ofPages])).toEqual({
      server: { dsn: 'https://k@other.example/path/7' },
      browser: { dsn: 'https://k@other.example/path/7' },
      connectOrigin: 'https://other.example',
    });
  });

  it('returns nothing when monitoring is off', () => {
    const off = { ...addresses, monitoring: 'off' } as const;
    expect(toSelfMonitoring(off, projects, [ofServer, ofPages])).toEqual({});
  });
});
