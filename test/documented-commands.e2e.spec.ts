import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { addOwnersToken } from './support/access.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { startErrata } from './support/started-errata.ts';

const TOKEN = 'a-token-of-the-documents';

/** Shell blocks by what they begin with, and what they print when they are pasted. */
const PRINTED: readonly (readonly [string, RegExp])[] = [
  ['TOKEN=$(npm run -s errata -- token', /^sntrys_/],
  ['curl -H "Authorization: Bearer $TOKEN" "https://errors.example.com/api/0', /"shortId":"WEB-1"/],
  ['export SENTRY_AUTH_TOKEN=$TOKEN', /WEB-1[^]*No issues found/],
  ['curl https://errors.example.com/mcp', /"name":"search_issues"/],
  ['curl -H "Authorization: Bearer $TOKEN" https://errors.example.com/issues/', /# `TypeError: /],
  ['errata gate --release web@1.4.0 --for', /^web@1.4.0: 0 issues began or regressed/],
  ['errata gate --release web@1.4.0 --min-crash-free', /crash-free/],
  ['npx --yes ./errata-cli-', /^web@1.4.0: 0 issues began or regressed/m],
  ['errata issues "is:unresolved level:fatal"', /WEB-1[^]*# `TypeError[^]*WEB-1 resolved/],
  ['curl -fsS "$CRON" -H', /^\{/],
  ['SENTRY_DSN=https://<public key>@errata.example/1 sentry-cli monitors run', /^backed up/],
  ['curl -G -H "Authorization: Bearer $TOKEN"', /level:error|disk is full/],
  ['export SENTRY_URL=https://errata.example SENTRY_AUTH_TOKEN=…', /Created (?:new )?deploy/i],
  ['npx @sentry/cli sourcemaps inject dist', /Uploaded files to/],
  ['npx @sentry/cli sourcemaps upload --release 1.0', /Uploaded files to/],
  ['npm run errata -- usage', /the database takes/],
];

/** Shell blocks that another spec runs, or that no machine of the tests can. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ['claude mcp add', 'an assistant'],
  ['docker ', 'compose.e2e.spec.ts makes the image and runs its services'],
  ['mkdir -p backups && sudo', 'Docker'],
  ['[ -e .env ]', 'Docker'],
  ['[ -e forwarder.env ]', 'Docker'],
  ['npm run errata -- backup', 'backup.e2e.spec.ts'],
  ['DATA_DIR=/srv/errata-data npm run errata -- restore', 'backup.e2e.spec.ts'],
  ['npm run build && npm pack', 'this spec packs what is built'],
  ['npm test -- apps/renderer/src/rendering', 'build-your-own.e2e.spec.ts'],
  ['npm start', 'start.e2e.spec.ts'],
  ['ERRATA_PROJECTS=web=5:abc UPSTREAM_DSN', 'start.e2e.spec.ts'],
  ['UPSTREAM_DSN=', 'forwarding.e2e.spec.ts'],
  ['RELAY_MODE=forward', 'start.e2e.spec.ts'],
  ['0 2 * * *', 'a line of a crontab'],
  ['cd DATA_DIR/damaged', 'damaged-spools.e2e.spec.ts'],
  ['curl --data-binary @envelope', 'damaged-spools.e2e.spec.ts'],
  ['PUBLIC_URL=https', 'settings, no command'],
  ['export SENTRY_AUTH_TOKEN=sntrys_…', 'settings, no command'],
  ['cosign verify', 'an image of the registry'],
];

const NPM = /^(?:TOKEN=\$\()?npm /;

describe('shell commands of the documents', () => {
  const blocks = listBlocks();
  const errata = hold(() => startErrata({ ERRATA_PROJECTS: 'web=1,app=2', MONITORING_DSN: 'off' }));
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'errata-documents-'));
    const scopes = ['event:write', 'org:ci', 'project:read', 'org:read'] as const;
    await addOwnersToken(errata, { text: TOKEN, scopes });
    addTools();
    addApplication();
    await report();
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function addTools(): void {
    mkdirSync(join(folder, 'bin'));
    execFileSync('npm', ['pack', '--silent', join(root, 'dist/libs/command-line')], {
      cwd: folder,
    });
    const packages = join(root, 'node_modules/.bin');
    const line = join(root, 'dist/libs/command-line/src/main.js');
    const tools = {
      errata: `exec "${process.execPath}" "${line}" "$@"`,
      // The package @sentry/cli has one command, sentry-cli.
      npx: `
        PATH="${process.env['PATH']}"
        case $1 in --yes) exec npx "$@";; @sentry/cli) name=sentry-cli;; *) name=$1;; esac
        shift
        exec "${packages}/$name" "$@"`,
      'sentry-cli': `exec "${packages}/sentry-cli" "$@"`,
    };
    for (const [name, text] of Object.entries(tools)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    }
  }

  function addApplication(): void {
    mkdirSync(join(folder, 'dist/assets'), { recursive: true });
    const map = {
      version: 3,
      sources: ['shop.ts'],
      sourcesContent: ['x();'],
      names: [],
      mappings: 'AAAA',
    };
    writeFileSync(join(folder, 'dist/assets/shop.js'), 'x();\n//# sourceMappingURL=shop.js.map\n');
    writeFileSync(join(folder, 'dist/assets/shop.js.map'), JSON.stringify(map));
    writeFileSync(join(folder, 'backup.sh'), '#!/bin/sh\necho backed up\n', { mode: 0o755 });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
        cwd: folder,
      });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://github.com/acme/web.git');
    git('add', 'backup.sh');
    git('commit', '--quiet', '--message', 'Add a backup');
  }

  async function report(): Promise<void> {
    const { host, username } = new URL(errata.dsn);
    const event = {
      level: 'fatal',
      release: 'web@1.3.0',
      exception: { values: [{ type: 'TypeError', value: 'is broken' }] },
    };
    const seconds = Date.now() / 1000;
    const log = { timestamp: seconds, level: 'error', body: 'the disk is full', attributes: {} };
    const session = {
      aggregates: [{ started: new Date().toISOString(), exited: 200 }],
      attrs: { release: 'web@1.4.0', environment: 'production' },
    };
    const lines = [
      {},
      { type: 'event' },
      event,
      { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
      { items: [log] },
      { type: 'sessions' },
      session,
    ].map((each) => JSON.stringify(each));
    const address = `http://${host}/api/1/envelope/?sentry_key=${username}`;
    const answer = await fetch(address, { method: 'POST', body: lines.join('\n') });
    expect(answer.status).toBe(200);
    await eventually('the issue is there', () => paste('errata issues').includes('WEB-1'));
  }

  function paste(text: string): string {
    const { host, username } = new URL(errata.dsn);
    const placed = text
      .replaceAll(/https:\/\/(?:errors\.example\.com|errata\.example)(?=[\s/"]|$)/gm, errata.url)
      .replaceAll('https://<public key>@errata.example', `http://${username}@${host}`)
      .replaceAll('WEB-42', 'WEB-1')
      .replaceAll('SENTRY_AUTH_TOKEN=…', `SENTRY_AUTH_TOKEN=${TOKEN}`)
      .replaceAll(/ gate .*?(?= \|\||$)/gm, '$& --for 0s')
      .replaceAll(/^docker .*$/gm, '');
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      DATA_DIR: errata.dataDir,
      PORT: new URL(errata.url).port,
      TOKEN,
      VERSION: '1.4.0',
      CRON: `${errata.url}/api/1/cron/nightly-backup/${username}/`,
      ERRATA_URL: errata.url,
      ERRATA_TOKEN: TOKEN,
      SENTRY_URL: errata.url,
      SENTRY_AUTH_TOKEN: TOKEN,
      SENTRY_ORG: 'errata',
      SENTRY_PROJECT: 'web',
    };
    const cwd = NPM.test(text) ? root : folder;
    const shown = text.startsWith('TOKEN=') ? `${placed}\necho $TOKEN` : placed;
    const ended = spawnSync('bash', ['-ec', shown], { cwd, env, encoding: 'utf8' });
    return ended.status === 0
      ? ended.stdout
      : `ended ${ended.status}: ${ended.stdout}${ended.stderr}`;
  }

  it('are all listed here, once', () => {
    const listed = [...PRINTED, ...ELSEWHERE].map(([beginning]) => beginning);
    const found = blocks.map((text) => listed.filter((each) => text.startsWith(each)).length);
    expect(blocks.filter((_, index) => found[index] !== 1)).toEqual([]);
    const unused = listed.filter((each) => !blocks.some((text) => text.startsWith(each)));
    expect(unused).toEqual([]);
  });

  it.each(PRINTED)('%s … does what the document says', (beginning, printed) => {
    const text = blocks.find((each) => each.startsWith(beginning))!;
    const shown = paste(text);
    expect(shown).not.toMatch(/^ended /);
    expect(shown).toMatch(printed);
  });
});

/** Lists the blocks of shell commands, without the indent of a list. */
function listBlocks(): string[] {
  const documents = globSync('docs/*.md', { cwd: root, exclude: ['docs/grouping-rules.md'] });
  return ['README.md', 'SECURITY.md', ...documents].flatMap((file) => {
    const fence = /^(?<indent> *)```(?<language>\w*)\n(?<block>.*?)^\k<indent>```$/gms;
    return [...readFileSync(join(root, file), 'utf8').matchAll(fence)]
      .filter(({ groups }) => ['', 'sh'].includes(groups!['language']!))
      .map(({ groups = {} }) =>
        groups['block']!.replaceAll(new RegExp(`^${groups['indent']}`, 'gm'), ''),
      );
  });
}
