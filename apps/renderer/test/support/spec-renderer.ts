import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPass } from '../../../../test/support/set-up-pass.ts';
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
