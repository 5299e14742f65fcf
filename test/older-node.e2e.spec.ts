import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NODE_PACKAGES } from '../scripts/support/node/ensure-node.mjs';
import { root } from '../scripts/support/root.mjs';
import { isAlive } from './support/child-processes.ts';
import { Program, stopAll } from '../scripts/support/program.mjs';
import { eventually } from './support/eventually.ts';

const NAME = NODE_PACKAGES[`${process.platform}-${process.arch}` as keyof typeof NODE_PACKAGES];
const PIN = (
  JSON.parse(readFileSync(join(root, 'scripts/node/package.json'), 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  }
).optionalDependencies[NAME]!;
const OLDER = `data:text/javascript,if (!process.env.ERRATA_WRAPPER) Object.defineProperty(process.versions, 'node', { value: '20.20.0' })`;

const COMMAND = `
import './support/require-node.mjs';
import { delimiter } from 'node:path';
import { spawnSync } from 'node:child_process';
const [told, ...rest] = process.argv.slice(2);
const child = spawnSync('node', ['--print', 'process.execPath'], { encoding: 'utf8' });
const { ERRATA_WRAPPER: wrapper, GIVEN: given } = process.env;
console.log(JSON.stringify({ rest, given, wrapper, first: process.env.PATH.split(delimiter)[0], child: child.stdout.trim() }));
if (told === 'end') process.exitCode = 7;
if (told === 'kill') process.kill(process.pid, 'SIGKILL');
if (told === 'wait') {
  console.log('pid ' + process.pid);
  process.on('SIGHUP', () => console.log('told to renew'));
  process.on('SIGTERM', () => process.exit(5));
  setInterval(() => undefined, 1000);
}
`;

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'errata-older-node-'));
  for (const path of ['scripts', 'package.json', '.npmrc']) {
    cpSync(join(root, path), join(tree, path), { recursive: true });
  }
  writeFileSync(join(tree, 'scripts', 'told.mjs'), COMMAND);
});

afterEach(async () => {
  await stopAll('SIGKILL');
  rmSync(tree, { recursive: true, force: true });
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  // Without an npm that started this run, the commands use the npm on the PATH.
  const ours = { ...process.env, npm_execpath: '', npm_lifecycle_event: '', ...env };
  const command = [process.execPath, '--import', OLDER, 'scripts/told.mjs', ...args];
  return new Program(command, { cwd: tree, env: ours, isGroup: true });
}

const locateNode = (): string =>
  join(tree, '.node', PIN, NAME, 'node_modules', NAME, 'bin', 'node');

/**
 * Puts a script in the place of the pinned Node.js. The script runs its arguments in this Node.js.
 */
function putNode(path: string, version = PIN, first = ':'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `#!/bin/sh\n${first}\n[ "$1" = --version ] && echo v${version} && exit\nexec '${process.execPath}' "$@"\n`,
  );
  chmodSync(path, 0o755);
}

describe('a command that an older Node.js starts', () => {
  it('goes on in the pinned Node.js, with arguments and environment, and ends with its exit code', async () => {
    putNode(locateNode());
    const command = run(['end', 'a b', ''], { GIVEN: 'ü "' });
    expect(await command.untilEnded()).toBe(7);
    expect(JSON.parse(command.output)).toEqual({
      rest: ['a b', ''],
      given: 'ü "',
      first: dirname(locateNode()),
      child: process.execPath,
    });
    expect(command.errors).toBe('');
  });

  it('ends by the signal that ended the pinned Node.js', async () => {
    putNode(locateNode());
    expect(await run(['kill']).untilEnded()).toBe('SIGKILL');
  });

  it('hands signals on to the pinned Node.js', async () => {
    putNode(locateNode());
    const command = run(['wait']);
    await command.untilPrinted('pid');
    command.signal('SIGHUP');
    await command.untilPrinted('told to renew');
    command.signal('SIGTERM');
    expect(await command.untilEnded()).toBe(5);
  });

  it('says what to do when the fetched Node.js no longer starts', async () => {
    putNode(locateNode());
    chmodSync(locateNode(), 0o644);
    const command = run(['end']);
    expect(await command.untilEnded()).toBe(1);
    expect(command.errors).toMatch(
      /^errata: Node\.js in \.node does not start \(.*\): remove .*\n$/,
    );
  });

  it('ends its second process when the first is killed', async () => {
    putNode(locateNode());
    const command = run(['wait']);
    await command.untilPrinted('pid');
    const pid = Number(/pid (\d+)/.exec(command.output)?.[1]);
    command.signal('SIGKILL');
    await eventually('the second to end', () => !isAlive(pid));
  });
});

describe('the pinned Node.js', () => {
  let registry: ReturnType<typeof createServer>;
  let url: string;
  let requests: string[];
  let tarball: Buffer;

  beforeEach(async () => {
    requests = [];
    tarball = packNode(PIN);
    pin(tarball);
    registry = createServer((request, response) => {
      requests.push(request.url ?? '');
      if (request.url === `/${NAME}`) response.end(JSON.stringify(describePackage()));
      else if (request.url?.endsWith('.tgz')) response.end(tarball);
      else response.writeHead(404).end('{}');
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    registry.closeAllConnections();
    registry.close();
  });

  const npmOptions = () => ({
    npm_config_registry: url,
    npm_config_cache: join(tree, 'cache'),
    npm_config_fetch_retries: '0',
  });

  function describePackage(): object {
    const dist = { tarball: `${url}/${NAME}.tgz` };
    return { name: NAME, versions: { [PIN]: { name: NAME, version: PIN, dist } } };
  }

  function packNode(version: string, first?: string): Buffer {
    const folder = mkdtempSync(join(tree, 'pack-'));
    putNode(join(folder, 'package', 'bin', 'node'), version, first);
    writeFileSync(
      join(folder, 'package', 'package.json'),
      JSON.stringify({ name: NAME, version: PIN }),
    );
    const { status } = spawnSync('tar', ['czf', 'node.tgz', 'package'], { cwd: folder });
    expect(status).toBe(0);
    return readFileSync(join(folder, 'node.tgz'));
  }

  function pin(packed: Buffer): void {
    const path = join(tree, 'scripts', 'node', 'package-lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    lock.packages[`node_modules/${NAME}`].integrity =
      `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    writeFileSync(path, JSON.stringify(lock));
  }

  const listFetched = (): string[] =>
    existsSync(join(tree, '.node', PIN)) ? readdirSync(join(tree, '.node', PIN)) : [];

  it('is fetched once, from the registry that npm uses, with one line of output', async () => {
    const first = run(['end'], npmOptions());
    expect(await first.untilEnded()).toBe(7);
    expect(first.output).toMatch(
      /^Fetching Node [\d.]+, since this is 20\.20\.0 \(210 MB, once\) … [\d.]+ s\n\{.*\n$/,
    );
    expect(listFetched()).toEqual([NAME]);
    const asked = requests.length;
    expect(asked).toBeGreaterThan(0);
    const second = run(['end'], npmOptions());
    expect(await second.untilEnded()).toBe(7);
    expect(second.output).toMatch(/^\{/);
    expect(requests).toHaveLength(asked);
  });

  it('is fetched when npm omits optional packages, and beside a broken earlier attempt', async () => {
    const left = join(tree, '.node', PIN, `${NAME}.4194999`);
    mkdirSync(left, { recursive: true });
    const command = run(['end'], { ...npmOptions(), npm_config_omit: 'optional' });
    expect(await command.untilEnded()).toBe(7);
    expect(listFetched()).toEqual([NAME]);
  });

  it('is kept apart from that of another platform in the same folder', async () => {
    putNode(join(tree, '.node', PIN, 'node-of-others', 'bin', 'node'));
    expect(await run(['end'], npmOptions()).untilEnded()).toBe(7);
    expect(listFetched().toSorted()).toEqual([NAME, 'node-of-others'].toSorted());
  });

  it('is refused in one sentence when its folder cannot be written', async () => {
    writeFileSync(join(tree, '.node'), '');
    const command = run(['end'], npmOptions());
    expect(await command.untilEnded()).toBe(1);
    expect(command.errors).toMatch(
      /^errata: Errata needs Node 26 or newer, .* it cannot be kept \(.*\)\. Install Node from https:\/\/nodejs\.org\.\n$/,
    );
  });

  it.each([
    ['has another hash than the lock file names', () => (tarball = packNode('26.10.1'))],
    ['has another version', () => pin((tarball = packNode('26.10.1')))],
    ['does not run', () => pin((tarball = packNode(PIN, 'exit 1')))],
    ['cannot be fetched', () => void registry.close()],
  ])('is not used when it %s, and the command says what to install', async (_reason, spoil) => {
    spoil();
    const command = run(['end'], npmOptions());
    expect(await command.untilEnded()).toBe(1);
    expect(command.errors.trimEnd().split('\n').at(-1)).toBe(
      `errata: Errata needs Node 26 or newer, this is 20.20.0, and ${PIN} could not be fetched or does not run. Install Node from https://nodejs.org.`,
    );
    expect(command.output).not.toContain('{');
    expect(listFetched()).toEqual([]);
  });
});

it('a renewal by an older Node.js names the needed version, and fetches or builds nothing', async () => {
  const words = [process.execPath, '--import', OLDER, 'scripts/prepare.mjs'];
  const command = new Program(words, { cwd: tree });
  expect(await command.untilEnded()).toBe(1);
  expect(command.output).toBe('');
  expect(command.errors).toBe(
    'errata: The new build needs Node 26, but Errata runs in Node 20.20.0. Stop Errata and start it again.\n',
  );
  expect(readdirSync(tree).toSorted()).toEqual(['.npmrc', 'package.json', 'scripts']);
});
