import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Database, Stores } from '#persistence';
import type { Clock, Scheduler } from '#shared';
import type { RendererConfig } from './config/renderer-config.ts';
import { DatabaseAssetArchive } from './database-asset-archive.ts';
import {
  AssetKeeper,
  CachedAssetArchive,
  FolderAssetArchive,
  keptAssets,
  listBuiltAssets,
} from './rendering/assets/index.ts';
import type { AssetArchive } from './rendering/assets/index.ts';

const DAY_MS = 86_400_000;

export interface AssetKeepingParts {
  readonly config: RendererConfig;
  readonly database: Pick<Database, 'kind'>;
  readonly stores: Pick<Stores, 'keptAssets'>;
  /** Of the running build. */
  readonly buildId: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

export interface AssetKeeping {
  /** Answers files of other builds; stands after what answers those of the running one. */
  readonly middleware: RequestHandler;
  /** To be awaited before pages are answered. Never rejects, nor does `close`. */
  start(): Promise<void>;
  /** Needs the database: to be awaited before that is closed. */
  close(): Promise<void>;
}

/** Lets pages of one build live on while replicas run another. In development there is no build to keep. */
export function openAssetKeeping(parts: AssetKeepingParts): AssetKeeping {
  const { config, buildId, clock, scheduler } = parts;
  if (config.development) {
    return {
      middleware: (_request, _response, next) => next(),
      start: async () => undefined,
      close: async () => undefined,
    };
  }
  const logger = new Logger('Assets');
  const warn = (line: string): void => logger.warn(line);
  const archive = openArchive(parts);
  const keeper = new AssetKeeper({
    archive,
    build: buildId,
    listAssets: () => listBuiltAssets(join(config.rootFolder, 'dist/apps/renderer')),
    keptMs: config.assetsKeptDays * DAY_MS,
    clock,
    scheduler,
    warn,
  });
  return {
    middleware: keptAssets(archive, warn),
    start: () => keeper.start(),
    close: () => keeper.close(),
  };
}

/** The replicas of one PostgreSQL may share no disk; those of one SQLite file share its folder. */
function openArchive({ config, database, stores, clock }: AssetKeepingParts): AssetArchive {
  return database.kind === 'postgres'
    ? new CachedAssetArchive(new DatabaseAssetArchive(stores.keptAssets, clock), clock)
    : new FolderAssetArchive(join(config.dataDir, 'assets'), clock);
}
