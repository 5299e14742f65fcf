import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SentryCli } from '@sentry/cli';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDatabase } from '#product';
import type { Database } from '#persistence';
import { findIssuesOfEvents } from '#product/testing';
import { root } from '../../scripts/support/root.mjs';
import { BrowserApp } from '../support/browser-app.ts';
import { openBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';

const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };
const PROJECTS = ['cli', 'addresses', 'vite-5', 'vite-11', 'webpack'];

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
        ERRATA_OWNER_EMAIL: OWNER.email,
        ERRATA_OWNER_PASSWORD: OWNER.password,
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
    [cookie, token] = await Promise.all([signIn(), makeToken()]);
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

  async function signIn(): Promise<string> {
    const { headers } = await fetch(`${errata.url}/sign-in?_action=sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: errata.url },
      body: new URLSearchParams(OWNER),
    });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  async function makeToken(): Promise<string> {
    const args = ['scripts/errata.mjs', 'token', '--name', 'ci', '--scope', 'org:ci'];
    const env = { ...process.env, DATA_DIR: errata.dataDir, PORT: new URL(errata.url).port };
    const { stdout } = await run(process.execPath, args, { cwd: root, env });
    return stdout.trim().split('\n').at(-1)!;
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
    const env = { PATH: process.env['PATH'], HOME: shop, SENTRY_AUTH_TOKEN: token };
    const { stdout, stderr } = await run(SentryCli.getPath(), args, { cwd: shop, env });
    return stdout + stderr;
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
    const issue = await eventually('the event', async () =>
      (await findIssuesOfEvents(database)).get(id),
    );
    const response = await fetch(`${errata.url}/issues/${issue}?event=${id}`, {
      headers: { Accept: 'text/html', Cookie: cookie },
    });
    return toText(await response.text());
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
});
