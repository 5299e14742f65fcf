import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SentryCli } from '@sentry/cli';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDatabase } from '#product';
import type { Database } from '#persistence';
import { findIssuesOfEvents } from '#product/testing';
import { root } from '../../scripts/support/root.mjs';
import { owned, printToken, signInOwner } from '../support/access.ts';
import { BrowserApp } from '../support/browser-app.ts';
import { openBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';

const PROJECTS = ['cli', 'addresses', 'vite-5', 'vite-11', 'webpack', 'mends'];

const ORIGINAL = /addUp \/?src\/cart\.mjs:5:\d+/;
const CODE = 'sum += item.price;';

const run = promisify(execFile);

type ShopWindow = typeof globalThis & { readonly lastEventId: () => string | undefined };

const toText = (html: string): string =>
  html
    .slice(html.indexOf('<div id="root">'), html.indexOf('<script type="application/json"'))
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');

describe('source maps of a build', () => {
  let errata: StartedErrata;
  let database: Database;
  let browser: Browser;
  let context: BrowserContext;
  let cookie: string;
  let token: string;
  let shop: string;

  beforeAll(async () => {
    [errata, browser, shop] = await Promise.all([
      startErrata({
        ...owned,
        ERRATA_PROJECTS: PROJECTS.map(
          (slug, index) => `${slug}=${index + 1}:${toKey(slug)}`,
        ).join(),
        MONITORING_DSN: 'off',
      }),
      openBrowser(),
      copyShop(),
    ]);
    database = openDatabase({ dataDir: errata.dataDir });
    context = await browser.newContext({ permissions: ['local-network-access'] });
    cookie = await signInOwner(errata);
    token = printToken(errata, ['org:ci']);
    await buildAll();
  });

  afterAll(async () => {
    await browser.close();
    await database.close();
    await Promise.all([errata.end(), rm(shop, { recursive: true })]);
  });

  function toKey(project: string): string {
    return `key${project.replaceAll('-', '')}`;
  }

  async function copyShop(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'errata-shop-'));
    await cp(join(root, 'test/fixtures/minified-shop'), folder, { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return folder;
  }

  async function buildAll(): Promise<void> {
    const env = {
      PATH: process.env['PATH'],
      HOME: shop,
      NODE_ENV: 'production',
      ERRATA_URL: errata.url,
      ERRATA_TOKEN: token,
    };
    await run(process.execPath, ['build.mjs'], { cwd: shop, env });
  }

  async function sentryCli(...args: readonly string[]): Promise<string> {
    return sentryCliIn(shop, ...args);
  }

  async function sentryCliIn(cwd: string, ...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: shop, SENTRY_AUTH_TOKEN: token };
    const { stdout, stderr } = await run(SentryCli.getPath(), args, { cwd, env });
    return stdout + stderr;
  }

  /** Runs a command of a page as a user's shell does, with the installed sentry-cli. */
  async function paste(command: string, cwd: string): Promise<void> {
    const npx = `npx() { shift; '${SentryCli.getPath()}' "$@"; }`;
    const env = { PATH: process.env['PATH'], HOME: shop, SENTRY_AUTH_TOKEN: token };
    await run('bash', ['-c', `${npx}\n${command}`], { cwd, env });
  }

  async function open(
    folder: string,
    project: string,
    names: { readonly release?: string; readonly dist?: string } = {},
  ): Promise<Page> {
    const page = await context.newPage();
    const [protocol, host] = errata.url.split('://');
    const dsn = `${protocol}://${toKey(project)}@${host}/${PROJECTS.indexOf(project) + 1}`;
    const app = BrowserApp.of(join(shop, 'dist', folder));
    await app.open(page, { origin: errata.url, dsn, ...names });
    return page;
  }

  async function pay(page: Page): Promise<string> {
    return show(await payFor(page));
  }

  async function payFor(page: Page): Promise<string> {
    await page.click('text=Pay');
    return (await page.evaluate(() => (globalThis as ShopWindow).lastEventId())) ?? '';
  }

  async function show(id: string): Promise<string> {
    return toText(await showPage(id));
  }

  async function showPage(id: string): Promise<string> {
    return get(`/issues/${await findIssue(id)}?event=${id}`);
  }

  async function findIssue(id: string): Promise<number> {
    return eventually('the event', async () => (await findIssuesOfEvents(database)).get(id));
  }

  async function get(path: string): Promise<string> {
    const headers = { Accept: 'text/html', Cookie: cookie };
    return (await fetch(`${errata.url}${path}`, { headers })).text();
  }

  /**
   * Causes the error until its page shows the original place. Some clients do not wait for the end
   * of their uploads.
   */
  async function untilOriginal(page: Page): Promise<string> {
    const shown = await eventually('the original place', async () => {
      const text = await pay(page);
      if (text.includes(CODE)) return text;
      await page.reload();
      return undefined;
    });
    await page.close();
    return shown;
  }

  it.each(['vite-5', 'vite-11', 'webpack'])('are taken from the plugin of %s', async (project) => {
    const shown = await untilOriginal(await open(project, project));
    expect(shown).toMatch(ORIGINAL);
  });

  it('are taken from sentry-cli 3', async () => {
    await cp(join(shop, 'dist/plain'), join(shop, 'dist/cli'), { recursive: true });
    expect(await sentryCli('info')).toContain('- org:ci');
    await sentryCli('sourcemaps', 'inject', 'dist/cli');
    const upload = ['--project', 'cli', '--release', 'shop@1.0', '--wait', 'dist/cli'];
    expect(await sentryCli('sourcemaps', 'upload', ...upload)).toContain(
      'File processing complete',
    );
    expect(await sentryCli('sourcemaps', 'upload', ...upload)).toContain('Nothing to upload');
    const shown = await untilOriginal(await open('cli', 'cli', { release: 'shop@1.0' }));
    expect(shown).toMatch(ORIGINAL);
  });

  it('are found by release, distribution and address, also for an earlier event', async () => {
    const build = { release: 'shop@2.0', dist: '7' };
    const page = await open('plain', 'addresses', build);
    const early = await payFor(page);
    expect(await show(early)).toContain('/shop/assets/index-');
    const named = ['--project', 'addresses', '--release', 'shop@2.0', '--dist', '7'];
    const placed = ['--no-rewrite', '--url-prefix', '~/shop', '--wait', 'dist/plain'];
    await sentryCli('sourcemaps', 'upload', ...named, ...placed);
    await page.reload();
    const shown = await untilOriginal(page);
    expect(shown).toMatch(ORIGINAL);
    const again = await eventually('the original place of the earlier event', async () => {
      const text = await show(early);
      return text.includes(CODE) ? text : undefined;
    });
    expect(again).toMatch(ORIGINAL);
    const other = await open('plain', 'addresses', { ...build, dist: '8' });
    expect(await pay(other)).toContain('/shop/assets/index-');
    await other.close();
  });

  /** Writes a script with its map into a build, and returns the folder of the build. */
  async function writeBuild(file: string, { last = '', maps = '' } = {}): Promise<string> {
    const folder = await mkdtemp(join(shop, 'mend-'));
    const path = join(folder, 'dist', file);
    const name = encodeURIComponent(file.replace(/^.*\//, ''));
    const mapPath = join(dirname(path), maps, `${basename(path)}.map`);
    await mkdir(dirname(path), { recursive: true });
    await mkdir(dirname(mapPath), { recursive: true });
    await writeFile(path, `fail();\n//# sourceMappingURL=${maps}${name}.map\n${last}`);
    const map = { version: 3, sources: ['../src/cart.mjs'], sourcesContent: [CODE], names: [] };
    await writeFile(mapPath, JSON.stringify({ ...map, mappings: 'AAAA' }));
    return folder;
  }

  async function uploadMends(folder: string, ...options: readonly string[]): Promise<void> {
    const args = ['sourcemaps', 'upload', '--project', 'mends', ...options, '--wait', 'dist'];
    await sentryCliIn(folder, ...args);
  }

  async function sendEvent(url: string, traits: object): Promise<string> {
    const id = randomUUID().replaceAll('-', '');
    const project = 'mends';
    const frame = { abs_path: url, filename: url, function: 'fail', lineno: 1, colno: 1 };
    const event = {
      event_id: id,
      platform: 'javascript',
      sdk: { name: 'sentry.javascript.browser', version: '11.8.0' },
      exception: { values: [{ type: 'Error', value: url, stacktrace: { frames: [frame] } }] },
      ...traits,
    };
    const address = `${errata.url}/api/${PROJECTS.indexOf(project) + 1}/store/`;
    const answer = await fetch(`${address}?sentry_key=${toKey(project)}`, {
      method: 'POST',
      body: JSON.stringify(event),
    });
    expect(answer.status).toBe(200);
    return id;
  }

  async function readCommand(id: string): Promise<string> {
    const [, command] = /"command":("(?:[^"\\]|\\.)*")/.exec(await showPage(id)) ?? [];
    return JSON.parse(command ?? '""') as string;
  }

  const ASSETS = ['--url-prefix', '~/assets'];
  const SLUG = 'app/(shop)/[slug]/page-1a2b.js';
  const ID = 'f15f2b19-b5aa-5006-83d9-f2b9b0c798eb';

  interface Mended {
    readonly file?: string;
    /** Path from the script's folder to that of its map. */
    readonly maps?: string;
    readonly url?: string;
    readonly release?: string;
    readonly dist?: string;
    readonly before?: readonly string[];
  }

  it.each<[string, Mended]>([
    ['of another release', { release: 'a2', before: ['--release', 'a1', ...ASSETS] }],
    [
      'of another distribution',
      { release: 'b', dist: '7', before: ['--release', 'b', '--dist', '6', ...ASSETS] },
    ],
    ['without the prefix of their address', { release: 'c', before: ['--release', 'c'] }],
    [
      'in a folder whose name is a pattern',
      {
        file: SLUG,
        url: `https://shop.example/_next/static/chunks/${SLUG.replace('[slug]', '%5Bslug%5D')}`,
        release: 'd',
        before: ['--release', 'd'],
      },
    ],
    [
      'with another suffix of their address',
      { release: 'e', before: ['--release', 'e', '--url-suffix=-v3', ...ASSETS] },
    ],
    [
      'in another folder than their script',
      {
        file: 'js/app.js',
        maps: '../maps/',
        release: 'h',
        before: ['--release', 'h', '--ext', 'js', ...ASSETS],
      },
    ],
    ['that nobody uploaded', { release: 'f' }],
    [
      'of a script with a debug id that nobody uploaded',
      { file: 'chunks/app_(shop)_[slug]_buy_08gr2mxl2wyhg.js' },
    ],
  ])(
    'mend an event by the command of its page: maps %s',
    async (_, { before, maps, ...traits }) => {
      const { file = 'app.js', url = `https://shop.example/assets/${file}`, ...names } = traits;
      const isById = names.release === undefined;
      const last = isById ? `//# debugId=${ID}\n` : '';
      const folder = await writeBuild(file, { last, ...(maps ? { maps } : {}) });
      if (before) await uploadMends(folder, ...before);
      const image = { type: 'sourcemap', code_file: url, debug_id: ID };
      const id = await sendEvent(url, {
        ...names,
        ...(isById ? { debug_meta: { images: [image] } } : {}),
      });
      await paste(await readCommand(id), folder);
      await eventually('the original place', async () =>
        (await get(`/issues/${await findIssue(id)}/events/${id}`)).includes(CODE),
      );
      expect(await show(id)).toMatch(/src\/cart\.mjs:1/);
    },
  );

  it('are found for a suffix that is a query, and by other spellings of their address', async () => {
    const file = 'größe neu/(a)[b].js';
    const folder = await writeBuild(file);
    await uploadMends(folder, '--release', 'g', '--url-suffix', '?v=3');
    const [escaped, encoded] = [encodeURI(file), file.split('/').map(encodeURIComponent).join('/')];
    for (const path of [file, escaped, encoded]) {
      const id = await sendEvent(`https://shop.example/${path}?dpl=x`, { release: 'g' });
      expect(await show(id)).toContain(CODE);
    }
  });
});
