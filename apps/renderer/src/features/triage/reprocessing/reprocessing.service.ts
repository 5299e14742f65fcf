import { Injectable } from '@nestjs/common';
import { listGeneratedFrames, readStoredOnce, toSdkEvent } from '#events';
import { ArtifactStore } from '#product/recording/artifacts';
import type { Issue } from '#product/recording/issues';
import type { EventInIssue } from '#product/recording/storage';
import { type AskResult, ReprocessingStore } from '#product/triage/reprocessing';
import { Clock, type NormalisedEvent, to } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { ReprocessingOffer } from './reprocessing.dto.ts';

/**
 * Processes an issue's events again with the source maps that exist now. The caller checks rights.
 */
@Injectable()
export class ReprocessingService {
  constructor(
    private readonly reprocessings: ReprocessingStore,
    private readonly artifacts: ArtifactStore,
    private readonly clock: Clock,
  ) {}

  ask(issueId: number, access: Access): Promise<AskResult> {
    const byUserId = access.getSignedIn().user.id;
    return this.reprocessings.ask({ issueId, byUserId, nowMs: this.clock.nowMs() });
  }

  /**
   * Returns undefined when source maps would change nothing. Also returns undefined when nobody has
   * asked for processing and the reader may not ask.
   */
  async offer(
    { id, projectSlug }: Pick<Issue, 'id' | 'projectSlug'>,
    { found, event, access }: { found: EventInIssue; event: NormalisedEvent; access: Access },
  ): Promise<ReprocessingOffer | undefined> {
    if (!event.mapping) {
      if (!mayBeMapped(found)) return undefined;
      if (!(await this.artifacts.listProjects()).has(event.projectId)) {
        const howToUpload = to('/settings/projects/:slug/source-maps', { slug: projectSlug });
        return isUnreadable(event) ? { canAsk: false, howToUpload } : undefined;
      }
    }
    const latest = await this.reprocessings.findLatest(id);
    const isAtWork = latest?.state === 'running' || latest?.state === 'undoing';
    // Processing is offered even when frames are already mapped, since a source map of another
    // build may have given wrong places.
    const canAsk = !isAtWork && access.can('issues.triage', event.projectId);
    return latest || canAsk ? { canAsk, latest } : undefined;
  }
}

/**
 * Checks the stored frames, since an event that arrived before the project's first upload has no
 * note of missing maps.
 */
function mayBeMapped({ payload }: EventInIssue): boolean {
  if (!payload) return false;
  const { meta, event } = readStoredOnce(payload);
  const frames = listGeneratedFrames(toSdkEvent(meta.source, event)).flat();
  return frames.some((frame) => frame !== undefined);
}

function isUnreadable({ exceptions }: NormalisedEvent): boolean {
  const own = exceptions.flatMap(({ frames }) => frames.filter(({ inApp }) => inApp));
  return own.length > 0 && own.every(({ contextLine }) => contextLine === undefined);
}
