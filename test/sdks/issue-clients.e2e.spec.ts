import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SentryCli } from '@sentry/cli';
import { hold } from '../support/hold.ts';
import { root } from '../../scripts/support/root.mjs';
import { addOwnersToken, printToken } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { startErrata } from '../support/started-errata.ts';

const require = createRequire(import.meta.url);

const OWNERS_TOKEN = 'errata-token-of-the-owner';

const APPLICATION = `
  const Sentry = require('@sentry/nestjs');
  Sentry.init({ dsn: process.argv[1], release: 'web@1.4.0', environment: 'production' });
  Sentry.setUser({ id: '7', email: 'eve@example.org' });
  Sentry.setTag('customer', 'gold');
  Sentry.addBreadcrumb({ category: 'ui.click', message: 'Open the cart' });
  function totalOf(cart) { return cart.items[0].price; }
  const report = (work) => { try { work(); } catch (error) { return Sentry.captureException(error); } };
  const id = report(() => totalOf({}));
  report(() => totalOf({}));
  report(() => new Array(-1));
  Sentry.flush(10000).then(() => console.log(id));
`;

describe('clients of issues', () => {
  const errata = hold(() => startErrata({ ERRATA_PROJECTS: 'web=1,api=2', MONITORING_DSN: 'off' }));
  let token: string;
  let readersToken: string;
  let home: string;
  let eventId: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'errata-clients-'));
    token = readersToken = printToken(errata, ['event:read', 'project:read', 'org:read']);
    const scopes = ['event:write', 'project:read', 'org:read'] as const;
    await addOwnersToken(errata, { text: OWNERS_TOKEN, scopes });
    const sent = await runNode(['-e', APPLICATION, errata.dsn]);
    eventId = sent.trim().split('\n').at(-1)!;
    await eventually('two issues', async () => (await cli('issues', 'list')).includes('WEB-2'));
  });

  afterAll(async () => {
    rmSync(home, { recursive: true });
  });

  const settings = () => ({
    PATH: process.env['PATH'],
    HOME: home,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_URL: errata.url,
    SENTRY_ORG: 'errata',
    SENTRY_PROJECT: 'web',
  });

  async function runNode(args: readonly string[]): Promise<string> {
    const options = { cwd: root, env: settings() };
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  }

  async function cli(...args: readonly string[]): Promise<string> {
    const options = { cwd: home, env: settings() };
    return (await promisify(execFile)(SentryCli.getPath(), args, options)).stdout;
  }

  const sentry = (...args: readonly string[]): Promise<string> =>
    runNode([join(dirname(require.resolve('sentry')), 'bin.cjs'), ...args]);

  async function readJson(...args: readonly string[]): Promise<unknown> {
    return JSON.parse(await sentry(...args, '--json'));
  }

  interface Found {
    readonly id: string;
    readonly shortId: string;
    readonly status: string;
    readonly count: string;
  }

  /** Asks the API itself, because a run of a client takes a second of CPU. */
  async function find(query: string): Promise<Found[]> {
    const url = `${errata.url}/api/0/projects/errata/web/issues/?${new URLSearchParams({ query })}`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${readersToken}` } });
    return (await answer.json()) as Found[];
  }

  async function findShortId(query: string): Promise<string> {
    return (await find(query))[0]!.shortId;
  }

  async function asOwner(work: () => Promise<string>): Promise<string> {
    token = OWNERS_TOKEN;
    return work().finally(() => (token = readersToken));
  }

  it('sentry-cli 3 lists issues, organisations and projects', async () => {
    const listed = await cli('issues', 'list', '--query', 'TypeError');
    expect(listed).toMatch(/WEB-\d.*Cannot read properties of undefined.*unresolved.*error/);
    expect(listed).not.toContain('RangeError');
    expect(await cli('issues', 'list', '--query', 'is:resolved')).toContain('No issues found');
    expect(await cli('organizations', 'list')).toContain('errata');
    expect(await cli('projects', 'list')).toMatch(/api[^]*web/);
  });

  it('sentry lists issues', async () => {
    const { data } = (await readJson('issue', 'list', 'errata/web')) as { data: object[] };
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ shortId: expect.stringMatching(/^WEB-[12]$/), count: '2' }),
      ]),
    );
  });

  it('sentry shows an issue with its latest event', async () => {
    const issue = await findShortId('TypeError');
    const said = await sentry('issue', 'view', issue);
    for (const text of [
      'Cannot read properties of undefined',
      'Unresolved',
      'totalOf',
      'Open the cart',
      'eve@example.org',
      `${errata.url}/organizations/errata/issues/`,
    ]) {
      expect(said).toContain(text);
    }
    const events = await sentry('issue', 'events', issue);
    expect(events).toContain(eventId);
    expect(events).toContain('eve@example.org');
  });

  it('sentry shows an event', async () => {
    const said = await sentry('event', 'view', 'errata/web', eventId);
    expect(said).toContain('totalOf');
    expect(said).toContain('web@1.4.0');
  });

  it('sentry counts the values of a tag', async () => {
    const issue = await findShortId('TypeError');
    // Tags are counted some time after the events are stored.
    const said = await eventually('the tag is counted', () =>
      sentry('issue', 'tags', issue, 'customer').catch(() => undefined),
    );
    expect(said).toMatch(/gold[^]*100/);
  });

  it('sentry resolves, reopens and archives an issue with the token of a person', async () => {
    const issue = await findShortId('RangeError');
    for (const [args, status] of [
      [['resolve'], 'resolved'],
      [['archive', '--until', '10x'], 'ignored'],
      [['archive', '--until', 'auto'], 'ignored'],
      [['resolve', '--in', '@next'], 'resolved'],
      [['unresolve'], 'unresolved'],
    ] as const) {
      const [command, ...rest] = args;
      await asOwner(() => sentry('issue', command, issue, ...rest));
      expect(await find('RangeError')).toMatchObject([{ status }]);
    }
    // A token of the organisation may not change issues.
    await expect(sentry('issue', 'resolve', issue)).rejects.toThrow('Forbidden');
  });

  it('sentry-cli 3 resolves an issue', async () => {
    const [{ id } = { id: '' }] = await find('RangeError');
    await asOwner(() => cli('issues', 'resolve', '--id', id));
    expect(await cli('issues', 'list', '--query', 'is:resolved')).toContain('RangeError');
    await asOwner(() => cli('issues', 'unresolve', '--id', id));
    expect(await cli('issues', 'list', '--query', 'is:resolved')).toContain('No issues found');
  });

  it('sentry merges issues', async () => {
    const issues = await Promise.all([findShortId('RangeError'), findShortId('TypeError')]);
    await asOwner(() => sentry('issue', 'merge', ...issues));
    expect(await find('')).toEqual([expect.objectContaining({ count: '3' })]);
  });

  it('sentry lists organisations and projects, and shows the server of its token', async () => {
    expect(await sentry('org', 'list')).toContain('errata');
    expect(await sentry('project', 'list')).toMatch(/web[^]*api/);
    expect(await sentry('auth', 'status')).toContain(errata.url);
  });
});
