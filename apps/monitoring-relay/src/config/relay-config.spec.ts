import { describe, expect, it } from '@jest/globals';
import { readRelayConfig } from './relay-config.ts';

describe('readRelayConfig', () => {
  it('has a default for everything', () => {
    expect(readRelayConfig({})).toMatchObject({
      port: 3001,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/^\/.*data$/),
      projects: [{ slug: 'app' }, { slug: 'errata' }],
      monitoring: 'own',
      environment: 'production',
      release: expect.stringMatching(/^errata@\d/),
      logLevel: 'info',
    });
    expect(readRelayConfig({})).not.toHaveProperty('databaseUrl');
  });

  it('is frozen', () => {
    expect(Object.isFrozen(readRelayConfig({}))).toBe(true);
  });

  it('reads empty variables as absent', () => {
    expect(readRelayConfig({ RELAY_PORT: '', DATABASE_URL: '' }).port).toBe(3001);
  });

  it('makes projects in the order they are named, and its own once', () => {
    const { projects } = readRelayConfig({ ERRATA_PROJECTS: 'errata=9,web,api=12:abc' });
    expect(projects).toEqual([
      { slug: 'errata', id: 9 },
      { slug: 'web' },
      { slug: 'api', id: 12, publicKey: 'abc' },
    ]);
  });

  it('reads where its own errors go', () => {
    expect(readRelayConfig({ MONITORING_DSN: 'off' }).monitoring).toBe('off');
    expect(readRelayConfig({ MONITORING_DSN: 'https://k@example.com/7' }).monitoring).toMatchObject(
      {
        projectId: 7,
      },
    );
  });

  it.each([
    ['RELAY_PORT', 'http'],
    ['RELAY_PORT', '70000'],
    ['DATABASE_URL', 'mysql://db'],
    ['ERRATA_PROJECTS', 'Not A Slug'],
    ['MONITORING_DSN', 'https://example.com/1'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_TOKEN', 'short'],
    ['RELAY_PUBLIC_URL', 'nowhere'],
    ['PUBLIC_URL', 'nowhere'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const read = (): unknown => readRelayConfig({ [name]: value });
    expect(read).toThrow(RangeError);
    expect(read).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
  });
});
