import { mkdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { readRelayConfig } from './relay-config.ts';

const IN = { RELAY_PUBLIC_URL: 'https://in.example.com' };

describe('readRelayConfig', () => {
  it('has a default for every setting', () => {
    expect(readRelayConfig({})).toMatchObject({
      port: 3001,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/^\/.*data$/),
      projects: [{ slug: 'app' }, { slug: 'errata' }],
      monitoring: 'own',
      environment: 'production',
      release: expect.stringMatching(/^errata@\d/),
      logLevel: 'info',
      mode: 'process',
      rates: { keyPerMinute: 3000, projectPerMinute: Infinity },
      bounds: { newIssues: 1000, newIssuesPerMinute: 60, wholeEventsPerHour: 100 },
      upstreams: { bySlug: new Map() },
      forwarding: { maxBytes: 1024 ** 3, maxAgeMs: 72 * 3_600_000 },
      databaseUrl: undefined,
      trustProxy: undefined,
      heartbeatUrl: undefined,
      delivery: { smtpUrl: undefined },
      storageBudgetBytes: undefined,
    });
  });

  it('reads 0 as no bound, and refuses a negative number', () => {
    const bounds = ['RATE_LIMIT_PER_KEY', 'NEW_ISSUES_MAX', 'WHOLE_EVENTS_PER_HOUR'];
    const names = [...bounds, 'STORAGE_BUDGET_BYTES'];
    expect(readRelayConfig(Object.fromEntries(names.map((name) => [name, '0'])))).toMatchObject({
      rates: { keyPerMinute: Infinity },
      bounds: { newIssues: Infinity, wholeEventsPerHour: Infinity },
      storageBudgetBytes: 0,
    });
    for (const name of [...names, 'NEW_ISSUES_PER_MINUTE']) {
      expect(() => readRelayConfig({ [name]: '-1' })).toThrow(name);
    }
  });

  it('reads how much may wait, and how much of the disk stays free', () => {
    const environment = { QUEUE_MAX_REPORTS: '2', QUEUE_MAX_BYTES: '3', DISK_MIN_FREE_BYTES: '4' };
    const room = { maxReports: 2, maxBytes: 3, minFreeDiskBytes: 4 };
    expect(readRelayConfig(environment).room).toEqual(room);
  });

  it('reads empty variables and blanks as absent, and gives a frozen configuration', () => {
    const blank = { RATE_LIMIT_PER_KEY: ' ', DISK_MIN_FREE_BYTES: ' ', RELAY_PORT: ' ' };
    const config = readRelayConfig({ ...blank, DATABASE_URL: '' });
    expect(config).toMatchObject({ port: 3001, databaseUrl: undefined });
    expect(config).toMatchObject({ rates: { keyPerMinute: 3000 } });
    expect(config.room.minFreeDiskBytes).toBe(128 * 1024 ** 2);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each(['0x10', '1e3', '12 000'])('refuses “%s” as a number', (value) => {
    expect(() => readRelayConfig({ QUEUE_MAX_BYTES: value })).toThrow('QUEUE_MAX_BYTES');
  });

  it('refuses a DATA_DIR with a blank at its end where that folder exists', () => {
    const folder = `${createTemporaryFolder()}/data `;
    expect(readRelayConfig({ DATA_DIR: folder }).dataDir).toBe(folder.trim());
    mkdirSync(folder);
    expect(() => readRelayConfig({ DATA_DIR: folder })).toThrow('begins or ends with a blank');
  });

  it('lists projects in the order of ERRATA_PROJECTS, and the project errata once', () => {
    const { projects } = readRelayConfig({ ERRATA_PROJECTS: 'errata=9,web,api=12:abc' });
    const api = { slug: 'api', id: 12, publicKey: 'abc' };
    expect(projects).toEqual([{ slug: 'errata', id: 9 }, { slug: 'web' }, api]);
  });

  it('reads a count of proxies as a number and addresses as they are', () => {
    expect(readRelayConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(readRelayConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toBe('10.0.0.0/8, ::1');
  });

  it.each([
    [0, 'nothing is set', {}],
    [0, 'the relay is reached without TLS', { RELAY_PUBLIC_URL: 'http://in.example.com' }],
    [1, 'TRUST_PROXY names no proxy', IN],
    [0, 'TRUST_PROXY names the proxy', { ...IN, TRUST_PROXY: 'loopback' }],
  ])('has %i notices when %s', (count, _, variables) => {
    const { notices } = readRelayConfig(variables);
    expect(notices).toHaveLength(count);
    for (const notice of notices) expect(notice).toMatch(/RELAY_PUBLIC_URL.*TRUST_PROXY/);
  });

  it('derives the address that sends mail from PUBLIC_URL, unless MAIL_FROM is set', () => {
    const SMTP_URL = 'smtps://user:pass@mail.example:465';
    const PUBLIC_URL = 'https://errata.example/base';
    const { delivery } = readRelayConfig({ SMTP_URL, PUBLIC_URL });
    expect(delivery).toMatchObject({ smtpUrl: SMTP_URL, mailFrom: 'errata@errata.example' });
    for (const MAIL_FROM of ['ops@example.org', 'Errata <ops@example.org>']) {
      expect(readRelayConfig({ MAIL_FROM, PUBLIC_URL }).delivery.mailFrom).toBe(MAIL_FROM);
    }
  });

  it('reads from MONITORING_DSN where the errors of the relay go', () => {
    expect(readRelayConfig({ MONITORING_DSN: 'off' }).monitoring).toBe('off');
    const { monitoring } = readRelayConfig({ MONITORING_DSN: 'https://k@example.com/7' });
    expect(monitoring).toMatchObject({ projectId: 7 });
  });

  it('takes the projects of a relay that only forwards from ERRATA_PROJECTS, or from their upstreams', () => {
    const { projects } = readRelayConfig({
      RELAY_MODE: 'forward',
      ERRATA_PROJECTS: 'web=12:abc,api',
      UPSTREAM_DSN: 'api=https://def@up.example/7,https://ghi@up.example/8',
    });
    expect(projects).toEqual([
      { slug: 'web', id: 12, publicKey: 'abc' },
      { slug: 'api', id: 7, publicKey: 'def' },
    ]);
  });

  it.each([
    ['it has no upstream', { ERRATA_PROJECTS: 'web=1:a' }, /no upstream for the project web/],
    [
      'one project has no upstream',
      { ERRATA_PROJECTS: 'web=1:a,api=2:b', UPSTREAM_DSN: 'web=https://k@up.example/1' },
      /UPSTREAM_DSN names no upstream for the project api/,
    ],
    [
      'two projects have one id',
      { ERRATA_PROJECTS: 'web,api', UPSTREAM_DSN: 'https://k@up.example/1' },
      /ERRATA_PROJECTS must give web and api/,
    ],
  ])('refuses a relay that only forwards when %s', (_, variables, message) => {
    expect(() => readRelayConfig({ RELAY_MODE: 'forward', ...variables })).toThrow(message);
  });

  it.each([
    ['localhost:3001', {}],
    ['127.0.0.1:4000', { RELAY_PORT: '4000' }],
    ['localhost:3000', {}],
    ['localhost:3005', { PORT: '3005' }],
    ['[::1]:3001', {}],
    ['10.0.0.7:3001', { HOST: '10.0.0.7' }],
    ['in.example', { RELAY_PUBLIC_URL: 'https://in.example/' }],
    ['errata.example', { PUBLIC_URL: 'https://errata.example/base' }],
  ])('refuses an upstream that is the relay itself: %s', (host, variables) => {
    const read = (): unknown =>
      readRelayConfig({ UPSTREAM_DSN: `web=http://k@${host}/1`, ...variables });
    expect(read).toThrow(/^UPSTREAM_DSN names this relay itself/);
    expect(() =>
      readRelayConfig({ UPSTREAM_DSN: 'http://k@localhost:3009/1', ...variables }),
    ).not.toThrow();
  });

  it.each([
    ['RELAY_MODE', 'both'],
    ['UPSTREAM_DSN', 'https://up.example/1'],
    ['FORWARD_MAX_BYTES', '0'],
    ['FORWARD_MAX_AGE_HOURS', 'ever'],
    ['RELAY_PORT', 'http'],
    ['RELAY_PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_PORT', '0'],
    ['DATABASE_URL', 'mysql://db'],
    ['ERRATA_PROJECTS', 'Not A Slug'],
    ['MONITORING_DSN', 'https://example.com/1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_TOKEN', 'short'],
    ['RELAY_PUBLIC_URL', 'nowhere'],
    ['PUBLIC_URL', 'nowhere'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'errata'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['HEARTBEAT_URL', 'beat.example'],
  ])('refuses %s=%s with one line that names the setting', (name, value) => {
    const read = (): unknown => readRelayConfig({ [name]: value });
    expect(read).toThrow(RangeError);
    expect(read).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
  });

  it.each([
    ['DATABASE_URL', 'mysql://db', 'must begin with postgres://'],
    ['DATABASE_URL', 'postgres://a:p@ss#b@db/errata', 'must begin with postgres://'],
    ['PUBLIC_URL', 'ftp://errata.example', 'must be an address like https://host:port/path'],
    ['RELAY_PUBLIC_URL', 'nowhere', 'must be an address like https://host:port/path'],
  ])('says in its refusal of %s=%s what the address has to look like', (name, value, told) => {
    expect(() => readRelayConfig({ [name]: value })).toThrow(`${name} ${told}`);
  });
});
