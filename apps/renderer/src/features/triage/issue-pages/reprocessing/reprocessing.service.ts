import { Injectable } from '@nestjs/common';
import { listGeneratedFrames, readStoredEvent, toSdkEvent } from '#events';
import { ArtifactStore } from '#product/recording/artifacts';
import type { EventInIssue } from '#product/recording/storage';
import { type AskOutcome, ReprocessingStore } from '#product/triage/reprocessing';
import { Clock, type NormalisedEvent } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';
import type { ReprocessingOffer } from './reprocessing.dto.ts';

/** Has events of issues processed again by the source maps of today. The caller checks rights. */
@Injectable()
export class ReprocessingService {
  constructor(
    private readonly reprocessings: ReprocessingStore,
    private readonly artifacts: ArtifactStore,
    private readonly clock: Clock,
  ) {}

  ask(issueId: number, access: Access): Promise<AskOutcome> {
    const byUserId = access.getSignedIn().user.id;
    return this.reprocessings.ask({ issueId, byUserId, nowMs: this.clock.nowMs() });
  }

  /** Undefined where no source map concerns the event, or its project has none. */
  async offer(
    issueId: number,
    { found, event, access }: { found: EventInIssue; event: NormalisedEvent; access: Access },
  ): Promise<ReprocessingOffer | undefined> {
    if (!event.mapping && !(await this.mayBeMapped(found))) return undefined;
    const latest = await this.reprocessings.findLatest(issueId);
    const isAtWork = latest?.state === 'running' || latest?.state === 'undoing';
    const isMissing = !event.mapping || event.mapping.missed > 0;
    const canAsk = isMissing && !isAtWork && access.can('issues.triage', event.projectId);
    return latest || canAsk ? { canAsk, ...(latest ? { latest } : {}) } : undefined;
  }

  /** Events that came before the first upload of their project do not say that maps are missing. */
  private async mayBeMapped({ event, payload }: EventInIssue): Promise<boolean> {
    if (!payload || !(await this.artifacts.listProjects()).has(event.projectId)) return false;
    const { meta, event: sent } = readStoredEvent(payload.json);
    const frames = listGeneratedFrames(toSdkEvent(meta.source, sent)).flat();
    return frames.some((frame) => frame !== undefined);
  }
}
