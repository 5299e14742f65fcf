import { Injectable } from '@nestjs/common';
import { listGeneratedFrames, readStoredEvent, toSdkEvent } from '#events';
import { ArtifactStore } from '#product/recording/artifacts';
import type { Issue } from '#product/recording/issues';
import type { EventInIssue } from '#product/recording/storage';
import { type AskOutcome, ReprocessingStore } from '#product/triage/reprocessing';
import { Clock, type NormalisedEvent, to } from '#shared';
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

  /** Undefined where no source map concerns the event. */
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
    // Places may be wrong, too: by the map of another build.
    const canAsk = !isAtWork && access.can('issues.triage', event.projectId);
    return latest || canAsk ? { canAsk, ...(latest ? { latest } : {}) } : undefined;
  }
}

/** Events that came before the first upload of their project do not say that maps are missing. */
function mayBeMapped({ payload }: EventInIssue): boolean {
  if (!payload) return false;
  const { meta, event } = readStoredEvent(payload.json);
  const frames = listGeneratedFrames(toSdkEvent(meta.source, event)).flat();
  return frames.some((frame) => frame !== undefined);
}

/** Whether nobody can see the code of the application's own frames. */
function isUnreadable({ exceptions }: NormalisedEvent): boolean {
  const own = exceptions.flatMap(({ frames }) => frames.filter(({ inApp }) => inApp));
  return own.length > 0 && own.every(({ contextLine }) => contextLine === undefined);
}
