import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { ProjectStore } from '#product/projects/projects';
import { Scheduler } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { ownProjectSlug } from '../../projects/projects/index.ts';
import type { PackedFile } from './pack-bundle.ts';
import { describeError } from '../../../rendering/index.ts';
import { UploadsService } from './uploads.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Event-loop utilization below which the process counts as idle. */
const IDLE = 0.1;
const MAP = '.map';

/**
 * Uploads the source maps of Errata's own scripts to the project for Errata's own errors, after the
 * process was idle for a minute. After a restart, the same build uploads nothing.
 */
@Injectable()
export class OwnMaps implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Own source maps');
  private before = performance.eventLoopUtilization();
  private cancel = (): void => undefined;
  private isOver = false;

  constructor(
    private readonly uploads: UploadsService,
    private readonly projects: ProjectStore,
    private readonly config: RendererConfig,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    const { monitoring, development } = this.config;
    if (monitoring === 'own' && !development) this.wait();
  }

  onModuleDestroy(): void {
    this.isOver = true;
    this.cancel();
  }

  private wait(ms = MINUTE_MS): void {
    this.before = performance.eventLoopUtilization();
    this.cancel = this.scheduler.runAfter(ms, () => void this.uploadWhenIdle());
  }

  private async uploadWhenIdle(): Promise<void> {
    const isIdle = performance.eventLoopUtilization(this.before).utilization < IDLE;
    const fault = isIdle ? await this.upload().catch(describeError) : '';
    if (fault === undefined || this.isOver) return;
    if (fault) this.logger.warn(`They were not uploaded. ${fault}`);
    this.wait(fault ? HOUR_MS : MINUTE_MS);
  }

  /**
   * Resolves with the reason of a failure. Resolves with undefined when the maps are uploaded or
   * being assembled, or when the project does not exist.
   */
  private async upload(): Promise<string | undefined> {
    const { release, basePath, rootFolder } = this.config;
    const own = (await this.projects.list()).find(({ slug }) => slug === ownProjectSlug);
    if (!own) return undefined;
    const files = await readScripts(join(rootFolder, 'dist', 'apps', 'renderer'), basePath);
    const answer = await this.uploads.upload(own.id, { release, files });
    if (answer.state === 'not_found') return 'There is no room for them.';
    return answer.state === 'error' ? answer.detail : undefined;
  }
}

async function readScripts(distFolder: string, basePath: string): Promise<PackedFile[]> {
  const maps = (await readdir(join(distFolder, 'maps'))).toSorted();
  const files: PackedFile[] = [];
  for (const map of maps) {
    const script = map.slice(0, -MAP.length);
    const url = `~${basePath}/assets/${script}`;
    const body = await readFile(join(distFolder, 'client', 'assets', script));
    files.push(
      { type: 'minified_source', url, body },
      { type: 'source_map', url: url + MAP, body: await readFile(join(distFolder, 'maps', map)) },
    );
  }
  return files;
}
