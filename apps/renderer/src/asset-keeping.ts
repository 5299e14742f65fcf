import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Clock } from '#shared';
import type { RendererConfig } from './config/renderer-config.ts';
import { keptAssets, KeptBuilds } from './rendering/assets/index.ts';

const DAY_MS = 86_400_000;

export interface AssetKeepingParts {
  readonly config: Pick<
    RendererConfig,
    'assetsKeptDays' | 'dataDir' | 'development' | 'rootFolder'
  >;
  /** Of the running build. */
  readonly buildId: string;
  readonly clock: Clock;
}

export interface AssetKeeping {
  /** Answers files of other builds; stands after what answers those of the running one. */
  readonly middleware: RequestHandler;
  /**
   * To be awaited before pages are answered: a page of this build may load its files from a process of the same folder
   * that still runs the previous one. Never rejects: pages do not depend on it.
   */
  start(): Promise<void>;
}

/** Lets pages of one build live on while the next one runs. In development there is no build to keep. */
export function openAssetKeeping({ config, buildId, clock }: AssetKeepingParts): AssetKeeping {
  if (config.development) {
    return { middleware: (_request, _response, next) => next(), start: async () => undefined };
  }
  const logger = new Logger('Assets');
  const builds = new KeptBuilds({
    folder: join(config.dataDir, 'assets'),
    build: buildId,
    source: join(config.rootFolder, 'dist/apps/renderer/client/assets'),
    keptMs: config.assetsKeptDays * DAY_MS,
    clock,
  });
  return {
    middleware: keptAssets(builds, (line) => logger.warn(line)),
    start: () =>
      builds.keep().catch((error: unknown) => {
        const { message } = error as Error;
        logger.warn(`Pages that stay open over an update may be reloaded: ${message}`);
      }),
  };
}
