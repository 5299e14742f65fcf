import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRendererConfig } from '../../../src/config/renderer-config.ts';
import { createRenderer } from '../../../src/create-renderer.ts';
import type { Renderer } from '../../../src/create-renderer.ts';

export interface StartedProduct extends Renderer {
  /** Folder of the SQLite database, which `end` removes. */
  readonly dataDir: string;
  end(): Promise<void>;
}

/**
 * Starts the product of `product.ts` with its built views on an empty database. The server does not
 * listen until `listen` is called, no relay exists, and errors are reported nowhere. `variables`
 * are added to its environment.
 */
export async function startProduct(
  variables: Readonly<Record<string, string>> = {},
): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-renderer-'));
  const config = readRendererConfig({
    DATA_DIR: dataDir,
    RELAY_URL: 'http://127.0.0.1:9',
    MONITORING_DSN: 'off',
    LOG_LEVEL: 'error',
    ...variables,
  });
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  try {
    const renderer = await createRenderer(config);
    return { ...renderer, dataDir, end: () => renderer.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Makes the server listen on a free port of loopback. Resolves with its address, without a slash at
 * the end.
 */
export async function listenOnLoopback({ app }: Pick<Renderer, 'app'>): Promise<string> {
  const server = app.getHttpServer();
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
