import { describe, expect, it } from '@jest/globals';
import { readRendererConfig } from './renderer-config.ts';

describe('readRendererConfig', () => {
  it('has a default for every setting', () => {
    expect(readRendererConfig({})).toMatchObject({
      development: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      basePath: '',
      relayUrl: 'http://127.0.0.1:3001',
      dsnOrigin: 'http://localhost:3000',
      projects: [{ slug: 'app' }, { slug: 'errata' }],
      monitoring: 'own',
      logLevel: 'info',
    });
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(readRendererConfig({}))).toBe(true);
  });

  it('reads empty variables as absent', () => {
    expect(readRendererConfig({ PORT: '', PUBLIC_URL: '' }).port).toBe(3000);
  });

  it.each([
    [{ PORT: '3000', PUBLIC_PORT: '8080' }, 'http://localhost:8080'],
    [{ PUBLIC_PORT: '8080', PUBLIC_URL: 'https://example.com' }, 'https://example.com'],
  ])('takes the public URL from PUBLIC_PORT, unless PUBLIC_URL is set: %j', (variables, url) => {
    expect(readRendererConfig(variables).publicUrl).toBe(url);
  });

  it('takes the base path from PUBLIC_URL', () => {
    const config = readRendererConfig({ PUBLIC_URL: 'https://example.com/tools/errata/' });
    expect(config).toMatchObject({
      basePath: '/tools/errata',
      dsnOrigin: 'https://example.com/tools/errata',
    });
  });

  it('names the relay itself in DSNs when RELAY_PUBLIC_URL is set', () => {
    const config = readRendererConfig({ RELAY_PUBLIC_URL: 'https://in.example.com' });
    expect(config.dsnOrigin).toBe('https://in.example.com');
  });

  it('tells from ERRATA_OPEN whether Errata may be open while nobody owns it', () => {
    expect(readRendererConfig({ HOST: '0.0.0.0' })).toMatchObject({
      host: '0.0.0.0',
      isOpen: false,
    });
    expect(readRendererConfig({ ERRATA_OPEN: '1' }).isOpen).toBe(true);
  });

  it('takes a secret and an owner only when their variables are set', () => {
    const secret = 'x'.repeat(32);
    const owner = { email: 'ada@example.org', password: 'correct horse' };
    expect(readRendererConfig({})).not.toHaveProperty('secret');
    expect(readRendererConfig({})).not.toHaveProperty('owner');
    expect(
      readRendererConfig({
        ERRATA_SECRET: secret,
        ERRATA_OWNER_EMAIL: owner.email,
        ERRATA_OWNER_PASSWORD: owner.password,
      }),
    ).toMatchObject({ secret, owner });
  });

  it('refuses an owner with an email or a password alone', () => {
    expect(() => readRendererConfig({ ERRATA_OWNER_EMAIL: 'ada@example.org' })).toThrow(
      'ERRATA_OWNER_PASSWORD goes with ERRATA_OWNER_EMAIL',
    );
    expect(() => readRendererConfig({ ERRATA_OWNER_PASSWORD: 'correct horse' })).toThrow(
      'ERRATA_OWNER_EMAIL must be an email address',
    );
  });

  it('reads a count of proxies as a number, and addresses of proxies unchanged', () => {
    expect(readRendererConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    for (const addresses of ['loopback', '10.0.0.0/8, ::1', 'uniquelocal']) {
      expect(readRendererConfig({ TRUST_PROXY: addresses }).trustProxy).toBe(addresses);
    }
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '0'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/a?b=1'],
    ['PUBLIC_URL', 'https://user:secret@example.com/a'],
    ['RELAY_PUBLIC_URL', 'https://example.com/#a'],
    ['RELAY_URL', 'ftp://relay'],
    ['RELAY_URL', 'http://relay/x?y'],
    ['ERRATA_SECRET', 'short'],
    ['ERRATA_OWNER_EMAIL', 'ada'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::1.2.3.4'],
    ['TRUST_PROXY', 'proxy.example'],
    ['NODE_ENV', 'test'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', 'postgres://errata:p@ss#word@postgres/errata'],
    ['PUBLIC_PORT', '0'],
    ['ERRATA_PROJECTS', 'Not A Slug'],
    ['MONITORING_DSN', 'https://example.com/1'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_TOKEN', 'short'],
    ['ERRATA_OPEN', 'yes'],
  ])('refuses %s=%s with one line that names the variable', (name, value) => {
    const read = (): unknown => readRendererConfig({ [name]: value });
    expect(read).toThrow(RangeError);
    expect(read).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
  });
});
