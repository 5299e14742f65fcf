import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import supertest from 'supertest';
import { root } from '../scripts/support/root.mjs';
import { readBuildContext } from './support/build-context.ts';
import { Program, stopAll } from '../scripts/support/program.mjs';
import { copyRepository } from './support/copied-repository.ts';
import { readDocumentedFiles } from './support/documented-files.ts';
import { findFreePorts } from './support/free-ports.ts';
import { asReader, METRICS_TOKEN } from './support/metrics.ts';

jest.setTimeout(600_000);

const DOCUMENT = readFileSync(join(root, 'docs/build-your-own.md'), 'utf8');

const PRODUCT =
  /^(?:(?:apps\/renderer\/src\/features|apps\/monitoring-relay\/src\/processing|bench\/programs)\/|apps\/monitoring-relay\/src\/product-(?:items|processing)\.ts$)/;

const OWN_SUITE = 'apps/renderer/test/rooms.e2e.spec.ts';

const SUITES = /^npm test -- (?<paths>.+)$/m.exec(DOCUMENT)?.groups?.['paths']?.split(' ') ?? [];

let tree: string;

function isPlatform(path: string): boolean {
  if (PRODUCT.test(path)) return false;
  return !/\.spec\.tsx?$/.test(path) || SUITES.some((suite) => path.startsWith(suite));
}

const isSent = readBuildContext(root);

function isInContext(path: string): boolean {
  return path.split('/').every((_, index, names) => isSent(names.slice(0, index + 1).join('/')));
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const command = [process.execPath, ...args];
  return new Program(command, { cwd: tree, env: { ...process.env, ...env }, isGroup: true });
}

async function findFailure(command: Program): Promise<string | undefined> {
  const code = await command.untilEnded();
  return code === 0 ? undefined : `exit code ${code}\n${command.printed}`;
}

function writeProduct(): void {
  for (const { path, text } of readDocumentedFiles(DOCUMENT)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'errata-own-'));
});

afterAll(async () => {
  await stopAll('SIGKILL');
  rmSync(tree, { recursive: true, force: true });
});

test('the product of docs/build-your-own.md builds without Errata, from its build context alone', async () => {
  await copyRepository(tree, (path) => isPlatform(path) && isInContext(path));
  writeProduct();
  expect(await findFailure(run(['scripts/build.mjs'], { CI: '' }))).toBeUndefined();
});

test('the documented product compiles, and so do the suites of the platform', async () => {
  await copyRepository(tree, (path) => isPlatform(path) && !isInContext(path));
  const tsc = 'node_modules/typescript-native/bin/tsc';
  writeFileSync(
    join(tree, 'tsconfig.suites.json'),
    // One configuration compiles the product and the platform's suites together. The tree lacks all
    // other specs.
    JSON.stringify({
      extends: './tsconfig.product.json',
      include: ['apps/*/src', 'libs/*/src', 'libs/product', OWN_SUITE, ...SUITES],
      exclude: [],
    }),
  );
  const args = ['--project', 'tsconfig.suites.json', '--checkers', '1'];
  expect(await findFailure(run([tsc, ...args]))).toBeUndefined();
});

test('the browser code of the documented product has no monitoring, styles or words of Errata', () => {
  const assets = join(tree, 'dist/apps/renderer/client/assets');
  const files = readdirSync(assets).filter((file) => !/\.(?:gz|br)$/.test(file));
  expect(files.filter((file) => file.endsWith('.css'))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  const foreign = scripts.filter((file) =>
    /sentry\.javascript|captureException|errata[.A-Z]|this console/.test(
      readFileSync(join(assets, file), 'utf8'),
    ),
  );
  expect(foreign).toEqual([]);
});

describe('the documented product, once it is started', () => {
  let url: string;
  let relayUrl: string;
  let command: Program;

  beforeAll(async () => {
    const [port, relayPort] = (await findFreePorts(2)) as [number, number];
    url = `http://localhost:${port}`;
    relayUrl = `http://127.0.0.1:${relayPort}`;
    command = run(['scripts/start.mjs'], {
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: join(tree, 'data'),
      ERRATA_PROJECTS: 'app=1:own',
      METRICS_TOKEN,
    });
    await command.untilPrinted('Ctrl-C stops Rooms');
  });

  afterAll(() => command.end());

  async function getDocument(path: string): Promise<{ status: number; body: string }> {
    const answer = await fetch(url + path, { headers: { Accept: 'text/html' } });
    const html = await answer.text();
    const body = html.slice(html.indexOf('<div id="root">'), html.indexOf('<script type='));
    return { status: answer.status, body };
  }

  test('starts from the first build, which has written the types of its addresses', () => {
    expect(command.output).not.toContain('Building');
  });

  test('has a page at its root', async () => {
    const { status, body } = await getDocument('/');
    expect(status).toBe(200);
    expect(body).toContain('<h1>All rooms</h1>');
  });

  test('links no style in its documents, and does not mention Errata', async () => {
    const html = await (await fetch(`${url}/rooms/lobby`)).text();
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).not.toMatch(/errata|this console/i);
    const elsewhere = await supertest(url).get('/').set('Host', 'rebound.example').expect(421);
    expect(elsewhere.text).not.toContain('console');
  });

  test('refuses by its guard, with status 403 and the view for that', async () => {
    const { status, body } = await getDocument('/rooms/cellar');
    expect(status).toBe(403);
    expect(body).toMatch(/<header>Room: cellar<\/header>.*<h1[^>]*>Not allowed<\/h1>/);
    expect(body).not.toContain('Wine');
  });

  test('shows its own view for a missing room, and redirects from a renamed one', async () => {
    const missing = await fetch(`${url}/rooms/attic/messages`, {
      headers: { Accept: 'text/html', 'Accept-Language': 'de' },
    });
    expect(missing.status).toBe(404);
    const html = await missing.text();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>Kein solcher Raum · Rooms</title>');
    expect(html).toMatch(/<h1[^>]*>Kein solcher Raum</);
    expect(html).toContain('"Sorry, this page broke. "+');
    expect(html).toContain('Application error: a client-side exception');
    const led = await fetch(`${url}/rooms/hall/messages`, { redirect: 'manual' });
    expect(led.status).toBe(303);
    expect(led.headers.get('Location')).toBe('/rooms/lobby/messages');
  });

  test('carries out the action of a form, once its fields are valid', async () => {
    const say = (message: string): Promise<Response> =>
      fetch(`${url}/rooms/lobby/door?_action=say`, {
        method: 'POST',
        headers: { Origin: url, Accept: 'text/html' },
        body: new URLSearchParams({ message }),
        redirect: 'manual',
      });
    const refused = await say('Who?');
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('<p role="alert">No questions.</p>');
    expect(html).toContain('value="Who?"');
    const said = await say('Hello.');
    expect(said.status).toBe(303);
    expect(said.headers.get('Location')).toBe('/rooms/lobby/messages');
    const { body } = await getDocument('/rooms/lobby/messages?_whole=1');
    expect(body).toContain('<p>Hello.</p>');
  });

  test('takes a report with its relay and keeps it', async () => {
    const body = ['{}', '{"type":"event"}', '{"message":"kept"}'].join('\n');
    const taken = await fetch(`${relayUrl}/api/1/envelope/?sentry_key=own`, {
      method: 'POST',
      body,
    });
    expect(taken.status).toBe(200);
    const health = await fetch(`${relayUrl}/health/live`, { headers: asReader });
    expect(await health.json()).toMatchObject({ queue: { depth: 1 } });
  });
});

/**
 * One suite for each app that boots the app. The test above has compiled all other suites, and they
 * run in the repository itself.
 */
const BOOTING = [
  'apps/renderer/test/platform/documents.e2e.spec.ts',
  'apps/monitoring-relay/test/unconsumed.e2e.spec.ts',
];

test('the suite of the documented product passes, and one suite of each app', async () => {
  for (const suite of BOOTING) expect(SUITES.some((path) => suite.startsWith(path))).toBe(true);
  const cache = `--cacheDirectory=${join(tree, 'jest-cache')}`;
  expect(
    await findFailure(run(['scripts/test.mjs', cache, OWN_SUITE, ...BOOTING])),
  ).toBeUndefined();
});

describe('a build of the documented product', () => {
  const feature = 'apps/renderer/src/features/rooms';
  const views = `${feature}/views`;
  const brokenFile = 'libs/shared/src/broken.ts';

  afterEach(() => {
    for (const path of [feature, brokenFile])
      rmSync(join(tree, path), { recursive: true, force: true });
    writeProduct();
  });

  function edit(file: string, from: string, to: string): void {
    const path = join(tree, feature, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  async function build(): Promise<string> {
    const command = run(['scripts/build.mjs']);
    expect(await command.untilEnded()).toBe(1);
    return command.printed;
  }

  test('fails loudly when the server code does not compile', async () => {
    writeFileSync(join(tree, brokenFile), 'export const broken = {;');
    const printed = await build();
    expect(printed).toContain('broken.ts');
    expect(printed).toMatch(/errata: Not built: .*server code/);
  });

  test('fails for the attribute `style` in a view, in both builds', async () => {
    edit('views/room.page.tsx', '<h1>', '<h1 style={{ color: "red" }}>');
    const printed = await build();
    expect(printed).toMatch(new RegExp(`${views}/room\\.page\\.tsx:\\d+ <h1 style>`));
    expect(printed).toMatch(/errata: Not built: views for the browser, views for the server/);
  });

  test('fails at once for server code in the browser and for sources that do not agree', async () => {
    writeFileSync(
      join(tree, views, 'leak.ts'),
      "import { RoomsService } from '../rooms.service.ts';\nexport const leak = RoomsService.name;\n",
    );
    edit('views/room.page.tsx', '<h1>', '<h1 key={leak}>');
    const page = join(tree, views, 'room.page.tsx');
    writeFileSync(page, `import { leak } from './leak.ts';\n${readFileSync(page, 'utf8')}`);
    edit('rooms.controller.ts', '  @Get()\n', "  @Get()\n  @Get('newest')\n");
    edit('door.controller.ts', "('say')", "('tell')");
    const printed = await build();
    expect(printed).toContain(
      `Server code in the browser: ${views}/leak.ts imports ${feature}/rooms.service.ts`,
    );
    expect(printed).toMatch(
      new RegExp(
        `entry-client\\.tsx\\s+→ \\S+/view-table\\.ts\\s+→ ${views}/room\\.page\\.tsx\\s+→ ${views}/leak\\.ts\\s+→ \\S+/rooms\\.service\\.ts`,
      ),
    );
    expect(printed).toContain('RoomsController.show has @Get and @Get');
    expect(printed).toContain("no method is @Action('say')");
    expect(printed).toMatch(/errata: Not built: views for the browser.*, sources do not agree/);
  });

  test('fails with name and file of each view that pages and files do not agree on', async () => {
    renameSync(join(tree, views, 'room.page.tsx'), join(tree, views, 'forgotten.page.tsx'));
    const lines = (await build()).split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^The view rooms\/room\.page .* no apps\/renderer\/src\/features\/\*\*\/rooms\/views\/room\.page/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Nothing shows the view rooms\/forgotten\.page .*forgotten\.page\.tsx/,
      ),
    );
    expect(lines.join('\n')).toContain('errata: Not built: pages and views do not agree.');
  });
});
