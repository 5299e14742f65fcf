import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/support/root.mjs';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
};

/** A page of test/fixtures, bundled as an application's own build would bundle it. */
export class BrowserApp {
  private constructor(private readonly folder: string) {}

  static async build(fixture: string): Promise<BrowserApp> {
    const folder = await mkdtemp(join(tmpdir(), 'errata-browser-app-'));
    const args = [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      join(root, 'test/fixtures', fixture),
      `--config=${join(root, 'test/fixtures/vite.config.ts')}`,
      `--outDir=${folder}`,
      '--emptyOutDir',
      '--logLevel=error',
    ];
    await promisify(execFile)(process.execPath, args);
    return new BrowserApp(folder);
  }

  static of(folder: string): BrowserApp {
    return new BrowserApp(folder);
  }

  /**
   * Opens the page as if `origin` served it beside Errata's own pages, with `asked` as its query.
   * Resolves once the page runs.
   */
  async open(
    page: Page,
    { origin, ...asked }: { origin: string; dsn: string; [parameter: string]: string },
  ): Promise<void> {
    await page.route(`${origin}/shop/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/shop/'.length) || 'index.html';
      await route.fulfill({
        contentType: TYPES[extname(path)] ?? 'application/octet-stream',
        body: await readFile(join(this.folder, path)),
      });
    });
    await page.goto(`${origin}/shop/?${new URLSearchParams(asked).toString()}`);
    await page.waitForSelector('body[data-ready]', { state: 'attached' });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
