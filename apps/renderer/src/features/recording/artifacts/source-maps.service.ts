import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { BundleStore, MissStore } from '#product/recording/artifacts';
import { artifactLimits, Clock, to } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { Access } from '../../people/accounts/index.ts';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { MissesService } from './misses.service.ts';
import type { CountedShownMiss } from './source-maps.dto.ts';

/** Does not check permissions; callers do. */
@Injectable()
export class SourceMapsService implements SectionState {
  constructor(
    private readonly bundles: BundleStore,
    private readonly counted: MissStore,
    private readonly misses: MissesService,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId: number): Promise<string> {
    return describeNumber(await this.bundles.count(projectId), 'upload', 'none');
  }

  async show(
    { id, slug }: Project,
    { beforeId, reader }: { readonly beforeId: number | undefined; readonly reader: Access },
  ) {
    const limit = artifactLimits.bundlesShown;
    const [bundles, misses] = await Promise.all([
      this.bundles.list(id, {
        limit: limit + 1,
        beforeId,
      }),
      this.listMisses(id, reader),
    ]);
    const shown = bundles.slice(0, limit);
    const last = bundles.length > limit ? shown.at(-1) : undefined;
    return {
      nowMs: this.clock.nowMs(),
      slug,
      address: this.config.publicUrl,
      organisation: this.config.organisation,
      misses,
      bundles: shown,
      older: last
        ? to('/settings/projects/:slug/source-maps', { slug }, { query: { before: last.id } })
        : undefined,
    };
  }

  remove(projectId: number, bundleId: number, tell: JoinedWrite): Promise<boolean> {
    return this.bundles.remove(projectId, bundleId, tell);
  }

  /**
   * Starts a search for events that arrived before their source maps, and processes the issues of
   * these events again. Resolves with false when the project has no upload.
   */
  seek(projectId: number): Promise<boolean> {
    return this.bundles.seek(projectId);
  }

  private async listMisses(
    projectId: number,
    reader: Access,
  ): Promise<readonly CountedShownMiss[]> {
    const nowMs = this.clock.nowMs();
    const counted = await this.counted.list(projectId, {
      nowMs,
      limit: artifactLimits.missesShown,
    });
    const explained = await Promise.all(
      counted.map(async ({ events, lastAtMs, eventId, ...missed }) => ({
        ...(await this.misses.explain(projectId, missed, reader)),
        events,
        lastAtMs,
        href: to('/find', {}, { query: { q: eventId } }),
      })),
    );
    return explained.filter(({ isMended }) => !isMended);
  }
}
