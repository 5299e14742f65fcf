import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { addOwnersToken, printLine } from './support/access.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { startErrata } from './support/started-errata.ts';

const TOKEN = 'a-token-of-the-owner';
const MAIN = join(root, 'dist/libs/command-line/src/main.js');

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

describe('the command line', () => {
  const errata = hold(() => startErrata({ ERRATA_PROJECTS: 'web=1', MONITORING_DSN: 'off' }));
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'errata-line-'));
    await addOwnersToken(errata, { text: TOKEN, scopes: ['event:write'] });
    await report('1.3.0', 'Known');
    await eventually('the issue is there', async () =>
      (await run(['issues'])).output.includes('WEB-1'),
    );
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  async function report(release: string, type: string): Promise<void> {
    const { host, username, pathname } = new URL(errata.dsn);
    const answer = await fetch(`http://${host}/api${pathname}/store/`, {
      method: 'POST',
      headers: { 'X-Sentry-Auth': `Sentry sentry_key=${username}` },
      body: JSON.stringify({ release, exception: { values: [{ type, value: 'is broken' }] } }),
    });
    expect(answer.status).toBe(200);
  }

  async function reportSessions(release: string, counts: Readonly<Record<string, number>>) {
    const { host, username, pathname } = new URL(errata.dsn);
    const started = new Date().toISOString();
    const item = {
      aggregates: [{ started, ...counts }],
      attrs: { release, environment: 'production' },
    };
    const lines = [{}, { type: 'sessions' }, item].map((line) => JSON.stringify(line));
    const answer = await fetch(`http://${host}/api${pathname}/envelope/?sentry_key=${username}`, {
      method: 'POST',
      body: lines.join('\n'),
    });
    expect(answer.status).toBe(200);
  }

  function run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const options = {
      cwd: folder,
      env: { ERRATA_URL: errata.url, ERRATA_TOKEN: TOKEN, PATH: process.env['PATH'], ...env },
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [MAIN, ...args], options, (error, output, errors) => {
        resolve({ code: error ? Number(error.code) : 0, output, errors });
      });
    });
  }

  it('lists, explains and resolves issues', async () => {
    const listed = await run(['issues', 'type:Known', '--project', 'web']);
    expect(listed).toEqual({
      code: 0,
      errors: '',
      output: `WEB-1 new: Known: is broken (1 event, 0 users)\n  ${errata.url}/organizations/errata/issues/1/\n`,
    });
    const explained = await run(['explain', 'WEB-1']);
    expect(explained.output).toContain('# `Known: is broken`');
    const resolved = await run(['resolve', 'WEB-1', '--in', 'next']);
    expect(resolved.output).toMatch(/^WEB-1 resolved: /);
    expect((await run(['issues'])).output).toBe('No issues.\n');
  });

  it('ends gate as soon as a deploy throws, with a link to the issue', async () => {
    const gate = run(['gate', '--release', '1.4.0', '--for', '5m'], { GITHUB_ACTIONS: 'true' });
    await report('web@1.4.0', 'Fresh');
    const { code, output } = await gate;
    expect(code).toBe(1);
    expect(output).toContain('::error title=WEB-2 is in this release::Fresh: is broken%0A');
    expect(output).toContain(`${errata.url}/organizations/errata/issues/2/`);
    const let1 = ['gate', '--release', '1.4.0', '--for', '0s', '--max-new', '1'];
    expect((await run(let1)).code).toBe(0);
  });

  it('fails gate for an issue that regressed in its release, not in an earlier one', async () => {
    await report('web@1.5.0', 'Known');
    const gate = await run(['gate', '--release', '1.5.0', '--for', '5m'], { GITLAB_CI: 'true' });
    expect(gate).toMatchObject({
      code: 1,
      output: expect.stringContaining('WEB-1 regressed: Known'),
    });
    expect(JSON.parse(readFileSync(join(folder, 'errata-gate.json'), 'utf8'))).toEqual({
      'Errata gate': [
        {
          external_link: {
            label: expect.any(String),
            url: `${errata.url}/organizations/errata/issues/1/`,
          },
        },
      ],
    });
    await report('web@1.6.0', 'Known');
    await eventually('its next event is there', async () =>
      (await run(['issues', 'release:web@1.6.0'])).output.includes('WEB-1'),
    );
    expect(await run(['gate', '--release', '1.6.0', '--for', '0s'])).toMatchObject({
      code: 0,
      errors: '',
    });
  });

  it('fails gate when too many sessions of a release crash, and says both figures', async () => {
    const args = ['gate', '--release', '1.7.0', '--for', '0s', '--min-crash-free', '99.5'];
    const unknown = await run(args);
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('No session of') });
    expect((await run([...args, '--allow-unknown'])).code).toBe(0);
    await reportSessions('web@1.7.0', { exited: 990, crashed: 10 });
    await eventually('the sessions are there', async () =>
      (await run(args)).output.includes('of 1000 crashed'),
    );
    const text = 'web@1.7.0: 99 % crash-free sessions, under 99.5 % (10 of 1000 crashed)';
    expect(await run(args)).toMatchObject({
      code: 1,
      output: `1.7.0: 0 issues began or regressed in this release, 0 let pass.\n${text}.\n`,
    });
    const few = await run([...args, '--min-sessions', '1001']);
    expect(few.output).toContain('not judged below 1001');
    expect((await run([...args, '--environment', 'staging'])).code).toBe(2);
  });

  it.each([
    [['gate', '--release', '1', '--project', 'nope'], {}, "No project 'nope'"],
    [
      ['gate', '--release', '1'],
      { ERRATA_TOKEN: 'wrong' },
      'does not take the token: Invalid token.',
    ],
    [['issues', 'is:open'], {}, 'After is: write one of'],
    [['explain', 'WEB-99'], {}, "No issue 'WEB-99'."],
    [['gtae'], {}, 'There is no command gtae.'],
  ])('ends the arguments %j with exit code 2 and a reason', async (args, env, sentence) => {
    const { code, output, errors } = await run(args, env);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(sentence);
  });

  it.each([
    ['a page', (answer: ServerResponse) => answer.end('<p>Sign in</p>')],
    ['a redirect', (answer: ServerResponse) => answer.writeHead(302, { Location: '/x' }).end()],
    ['nothing', (answer: ServerResponse) => answer.writeHead(204).end()],
    ['no organisation', (answer: ServerResponse) => answer.end('[]')],
    ['JSON of another shape', (answer: ServerResponse) => answer.end('[{"slug":"errata"}]')],
    [
      'half a body',
      (answer: ServerResponse) => {
        answer.writeHead(200, { 'Content-Length': '100' }).write('[');
        setImmediate(() => answer.destroy());
      },
    ],
    ['an error', (answer: ServerResponse) => answer.writeHead(502).end('Bad gateway')],
  ])('ends gate with exit code 2 when a proxy answers %s', async (_, answerIt) => {
    const between = createServer((_request, response) => answerIt(response)).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const ended = await run(['gate', '--release', '1', '--for', '0s'], { ERRATA_URL: url });
    between.close();
    expect(ended).toEqual({ code: 2, output: '', errors: expect.stringMatching(/^errata: http/) });
  });

  it('ends gate with exit code 2 when it cannot write its report', async () => {
    const args = ['gate', '--release', '1.4.0', '--for', '0s', '--max-new', '5'];
    const ended = await run([...args, '--format', 'gitlab', '--report', '/nope/x.json']);
    expect(ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining('report was not written'),
    });
  });

  it('prints a link for another password on the server, for people who can sign in', async () => {
    const link = printLine(errata, ['reset-link', 'owner@example.org']);
    expect(link).toContain(`${errata.url}/password-reset/`);
    expect((await fetch(link)).status).toBe(200);
    const stranger = () => printLine(errata, ['reset-link', 'eve@example.org']);
    expect(stranger).toThrow('nobody with the address eve@example.org can sign in');
  });

  it('is a package of its own, with the version of Errata', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string; bin: object };
    const made = read('dist/libs/command-line/package.json');
    expect(made.version).toBe(read('package.json').version);
    expect(
      existsSync(join(root, 'dist/libs/command-line', Object.values(made.bin)[0] as string)),
    ).toBe(true);
  });
});
