import { Global, Module } from '@nestjs/common';
import { LongReads } from '#product';
import type { OutcomeSum } from '#product/recording/outcomes';
import { Part } from '../../../rendering/index.ts';
import type { PartLoader } from '../../../rendering/index.ts';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';
import { issueListPage } from '../../recording/issue-page/index.ts';
import type { IssueListContext } from '../../recording/issue-page/index.ts';
import type { BoundNotice } from './bounds.dto.ts';
import { BoundsService } from './bounds.service.ts';
import { judgeRoom } from './judge-room.ts';

/** The present hour and the 23 hours before it make up the last day. */
const HOURS_BACK_MS = 23 * 3_600_000;

@ProjectSignal()
export class RoomSignal implements SignalLoader {
  constructor(
    private readonly bounds: BoundsService,
    private readonly reads: LongReads,
  ) {}

  async load({ projects, nowMs }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const projectIds = projects.map(({ id }) => id);
    const [left, sums] = await Promise.all([
      this.bounds.listRoomLeft(),
      this.reads.stores.outcomes.sum({
        projectIds,
        fromMs: nowMs - HOURS_BACK_MS,
        toMs: nowMs,
        per: 'hour',
      }),
    ]);
    const endings = new Map<number, OutcomeSum[]>(projectIds.map((id) => [id, []]));
    for (const sum of sums) endings.get(sum.projectId)?.push(sum);
    return new Map(
      projects.map(({ id, slug }) => [id, judgeRoom(slug, left.get(id), endings.get(id) ?? [])]),
    );
  }
}

interface NoticesProps {
  readonly notices: readonly BoundNotice[];
}

@Part<typeof import('./views/issue-list.notices.waiting.part.tsx'), IssueListContext>(
  issueListPage,
  'bounds/issue-list.notices.waiting.part',
  { at: 'top', order: 10 },
)
class NoticesPart implements PartLoader<IssueListContext, NoticesProps> {
  constructor(private readonly bounds: BoundsService) {}

  async load({ access }: IssueListContext): Promise<NoticesProps | undefined> {
    const notices = await this.bounds.listNotices(access);
    return notices.length > 0 ? { notices } : undefined;
  }
}

@Global()
@Module({ providers: [BoundsService, NoticesPart, RoomSignal], exports: [BoundsService] })
export class BoundsModule {}
