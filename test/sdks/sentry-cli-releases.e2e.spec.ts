import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SentryCli } from '@sentry/cli';
import { SqliteDatabase } from '#sqlite';
import { hold } from '../support/hold.ts';
import { printToken } from '../support/access.ts';
import { startErrata } from '../support/started-errata.ts';

const VERSION = 'web@1.2.0+7';
const ON = { org: 'errata', project: 'web' };

interface Ended {
  readonly code: number;
  readonly said: string;
}

describe('sentry-cli 3', () => {
  const errata = hold(() => startErrata({ ERRATA_PROJECTS: 'web=1,api=2', MONITORING_DSN: 'off' }));
  let token: string;
  let home: string;
  let repository: string;

  beforeAll(async () => {
    token = printToken(errata, ['org:ci']);
    home = mkdtempSync(join(tmpdir(), 'errata-sentry-cli-'));
    repository = join(home, 'web');
    commitThrice();
  });

  afterAll(async () => {
    rmSync(home, { recursive: true });
  });

  function commitThrice(): void {
    mkdirSync(repository);
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', 'https://github.com/acme/web.git');
    for (const name of ['one', 'two', 'three']) {
      writeFileSync(join(repository, `${name}.ts`), `export const ${name} = 1;\n`);
      git('add', '.');
      git('commit', '--quiet', '--message', `Add ${name}`);
    }
  }

  function git(...args: readonly string[]): string {
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    const env = { PATH: process.env['PATH'], HOME: home };
    const options = { cwd: repository, env, encoding: 'utf8' } as const;
    return execFileSync('git', [...author, ...args], options).trim();
  }

  function ask(sql: string): unknown[] {
    const db = new SqliteDatabase(join(errata.dataDir, 'errata.sqlite'), { timeoutMs: 10_000 });
    const rows = db.prepare(sql).all();
    db.close();
    return rows;
  }

  async function run(
    args: readonly string[],
    settings: { readonly org?: string; readonly project?: string; readonly token?: string } = ON,
  ): Promise<Ended> {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      SENTRY_AUTH_TOKEN: settings.token ?? token,
      SENTRY_URL: errata.url,
      ...(settings.org ? { SENTRY_ORG: settings.org } : {}),
      ...(settings.project ? { SENTRY_PROJECT: settings.project } : {}),
    };
    try {
      const options = { cwd: repository, env };
      const { stdout, stderr } = await promisify(execFile)(SentryCli.getPath(), args, options);
      return { code: 0, said: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, said: stdout + stderr };
    }
  }

  async function succeed(...args: readonly string[]): Promise<string> {
    const { code, said } = await run(args);
    expect([said, code]).toEqual([said, 0]);
    return said;
  }

  it('shows its server and the scopes of its token', async () => {
    const said = await succeed('info');
    expect(said).toContain(`Sentry Server: ${errata.url}`);
    expect(said).toContain('Method: Auth Token');
    expect(said).toContain('- org:ci');
  });

  it('creates and reads a release, its commits and its deploys', async () => {
    expect(await succeed('releases', 'new', VERSION)).toContain(`Created release ${VERSION}`);
    expect(await succeed('releases', 'set-commits', VERSION, '--auto')).toContain(
      `Success! Set commits for release ${VERSION}`,
    );
    expect(await succeed('releases', 'list')).toMatch(/\(unreleased\).*web@1\.2\.0\+7/);
    expect(await succeed('releases', 'finalize', VERSION)).toContain('Finalized release');
    const listed = await succeed('releases', 'list', '--show-projects');
    expect(listed).toMatch(/\d+ \w+ ago.*web@1\.2\.0\+7.*\bweb\b/);
    const commits = git('log', '--format=%H').split('\n');
    const info = await succeed('releases', 'info', VERSION, '--show-projects', '--show-commits');
    expect(info).toContain(VERSION);
    expect(info.match(/[0-9a-f]{40}/g)).toEqual(commits);

    const deploy = ['--release', VERSION, '--env', 'production', '--name', 'blue'];
    expect(await succeed('deploys', 'new', ...deploy)).toContain(
      "Created new deploy blue for 'production'",
    );
    expect(await succeed('deploys', 'list', '--release', VERSION)).toMatch(/production.*blue/);
  });

  it('sends the files that its commits changed', () => {
    const rows = ask('SELECT * FROM told_commits ORDER BY place');
    const [, second] = git('log', '--format=%H').split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatchObject({
      commit_id: second,
      // When sentry-cli 3 reads git itself, it uses the name of the remote as the repository.
      repository: 'origin',
      author_name: 'Ann',
      author_email: 'ann@example.org',
      message: 'Add two\n',
      patch_set: '[{"path":"two.ts","type":"A"}]',
    });
  });

  it('continues from the commits of the previous release', async () => {
    await succeed('releases', 'new', 'web@1.3.0');
    git('commit', '--quiet', '--allow-empty', '--message', 'Add nothing');
    await succeed('releases', 'set-commits', 'web@1.3.0', '--auto');
    const info = await succeed('releases', 'info', 'web@1.3.0', '--show-commits');
    expect(info.match(/[0-9a-f]{40}/g)).toEqual([git('rev-parse', 'HEAD')]);
  });

  it('archives, restores and deletes a release', async () => {
    await succeed('releases', 'new', 'web@0.9.0');
    await succeed('releases', 'archive', 'web@0.9.0');
    expect(await succeed('releases', 'list')).not.toContain('web@0.9.0');
    await succeed('releases', 'restore', 'web@0.9.0');
    expect(await succeed('releases', 'list', '--raw')).toContain('web@0.9.0');
    expect(await succeed('releases', 'delete', 'web@0.9.0')).toContain('Deleted release web@0.9.0');
    expect(await succeed('releases', 'delete', 'web@0.9.0')).toContain(
      'Release with this version (web@0.9.0) does not exist.',
    );
    expect(await run(['releases', 'info', 'web@0.9.0'])).toEqual({ code: 1, said: '' });
  });

  it('lists projects, and no repository', async () => {
    expect(await succeed('projects', 'list')).toMatch(/2.*api[^]*1.*web/);
    expect(await succeed('repos', 'list')).toMatch(/\S/);
  });

  it('prints the reason for a wrong project', async () => {
    const { code, said } = await run(['releases', 'new', 'x@1'], { ...ON, project: 'wen' });
    expect(code).toBe(1);
    expect(said).toContain(
      "sentry reported an error: No project 'wen'. Projects: web, api, errata. (http status: 400)",
    );
  });

  it('prints the reason for a wrong organisation', async () => {
    // sentry-cli takes the organisation in a token before its settings.
    const settings = {
      project: 'web',
      token: printToken(errata, ['org:ci'], { ERRATA_ORG: 'acme' }),
    };
    const { code, said } = await run(['releases', 'new', 'x@1'], settings);
    expect(code).toBe(1);
    expect(said).toContain(
      "No organisation 'acme'. The organisation of this Errata is 'errata'. (http status: 400)",
    );
  });

  it('prints that a token has expired, or is invalid', async () => {
    ask('UPDATE tokens SET expires_at = 1 RETURNING id');
    const expired = await run(['releases', 'new', 'x@1']);
    expect(expired.said).toContain('Token expired at 1970-01-01 00:00:00 UTC.');
    const { said } = await run(['info'], { ...ON, token: `sntryu_${'0'.repeat(64)}` });
    expect(said).toContain('Invalid token (http status: 401)');
  });
});
