import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { findOpenFolder } from '#persistence';
import { onRetire } from '#supervision';
import { readRendererConfig } from './config/renderer-config.ts';
import type { RendererConfig } from './config/renderer-config.ts';
import { createRenderer } from './create-renderer.ts';
import type { Renderer } from './create-renderer.ts';
import { toStartFault } from './start-fault.ts';
import { stopOnFault } from './stop-on-fault.ts';

class Stopped extends Error {}

/**
 * A stopping renderer answers connected clients for at most this long. Closing at once would reset
 * connections on which a request is on its way.
 */
const MAX_ANSWERING_MS = 1000;

process.umask(0o077);
try {
  const config = readRendererConfig(process.env);
  // React reads NODE_ENV when the views are loaded, and runs in development mode when it is unset.
  process.env['NODE_ENV'] = config.environment;
  const stopping = stopOnRequest();
  const renderer = await createRenderer(config, { signal: stopping });
  await renderer.listen();
  endAfterStop(renderer, stopping);
  stopOnFault(renderer);
  await announce(config, renderer);
} catch (error) {
  if (error instanceof Stopped) process.exit(0);
  process.stderr.write(`renderer: ${toStartFault(error)}\n`);
  process.exit(1);
}

function endAfterStop(renderer: Renderer, stopping: AbortSignal): void {
  const endAfter = (closing: Promise<void>): void => {
    closing.then(
      () => process.exit(0),
      (error: unknown) => {
        new Logger('Stop').error(error);
        process.exit(1);
      },
    );
  };
  const end = (): void => endAfter(renderer.retire(MAX_ANSWERING_MS));
  if (stopping.aborted) end();
  else stopping.addEventListener('abort', end, { once: true });
  onRetire(() => endAfter(renderer.retire()));
}

async function announce(config: RendererConfig, renderer: Renderer): Promise<void> {
  const logger = new Logger('Renderer');
  const host = renderer.isKeptOnLoopback ? 'loopback alone' : config.host;
  if (renderer.isKeptOnLoopback) {
    logger.warn(
      `The renderer listens on loopback only until Errata has an owner, then on HOST ${config.host}. ERRATA_OPEN=1 skips this wait.`,
    );
  }
  logger.log(`Listening on ${host}, port ${config.port}, reached as ${config.publicUrl}`);
  for (const notice of renderer.product.notices ?? []) logger.log(notice);
  const open = findOpenFolder(config.dataDir);
  if (open) logger.warn(open);
  if (!process.connected) return;
  process.send?.({
    type: 'ready',
    name: renderer.name,
    url: config.publicUrl,
    ...(await renderer.product.describe?.()),
  });
}

/**
 * Returns a signal that aborts when a person or a supervisor stops the process, and when its parent
 * process is gone.
 */
function stopOnRequest(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    if (!stopping.signal.aborted) stopping.abort(new Stopped());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // The parent may have exited before anything listened for `disconnect`.
  if (process.send && !process.connected) stop();
  return stopping.signal;
}
