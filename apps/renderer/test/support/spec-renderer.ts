import { expect } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toPass } from '../../../../test/support/set-up-pass.ts';
import type { ServerEntry } from '../../src/rendering/build/server-entry.ts';
import { ViewRenderer } from '../../src/rendering/build/view-renderer.ts';
import { readRendererConfig } from '../../src/config/renderer-config.ts';
import { createRenderer } from '../../src/create-renderer.ts';
import type { Renderer } from '../../src/create-renderer.ts';

export interface SpecRenderer extends Renderer {
  /** Its own folder, removed by `end`. */
  readonly dataDir: string;
  /** The header by which somebody reads it while nobody owns it: opened the link that its start printed. */
  readonly pass: { readonly Cookie: string };
  end(): Promise<void>;
}

/** A renderer on a fresh SQLite folder, with the built views; nobody listens at its relay's address. */
export async function startSpecRenderer(
  variables: Readonly<Record<string, string>> = {},
): Promise<SpecRenderer> {
  // Read by React when the views are loaded: as it is for development it takes several times as long for each page.
  process.env['NODE_ENV'] = 'production';
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-renderer-'));
  const config = readRendererConfig({
    DATA_DIR: dataDir,
    RELAY_URL: 'http://127.0.0.1:9',
    MONITORING_DSN: 'off',
    LOG_LEVEL: 'error',
    ...variables,
  });
  const renderer = await createRenderer(config);
  await compareWithReact(renderer, join(config.rootFolder, 'dist/apps/renderer'));
  return {
    ...renderer,
    dataDir,
    pass: toPass((renderer.product.notices ?? []).join('\n')),
    end: async () => {
      await renderer.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * Each document that a spec reads is what React's own renderer makes of it, byte for byte, and ours makes it without React: but of
 * regions that fail or wait, which React leaves out with a mark.
 */
async function compareWithReact({ app }: Renderer, built: string): Promise<void> {
  const views = app.get(ViewRenderer, { strict: false });
  const file = pathToFileURL(join(built, 'ssr/entry-server.js'));
  const entry = (await import(file.href)) as ServerEntry;
  const render = views.render.bind(views);
  views.render = async (page, options) => {
    const html = await render(page, options);
    const byReact = entry.renderByReact(page);
    if (!byReact.includes('<!--$!-->')) expect(entry.renderByUs?.(page)).toBe(byReact);
    return html;
  };
}
