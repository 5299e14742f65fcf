import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import { OperationSampleStore, SpaceStore } from '#product/retention/space';
import { Clock } from '#shared';
import { toDiskPicture } from './to-disk-picture.ts';
import { toBars, toPictures } from './to-pictures.ts';

/** How far back the pace of the disk is judged. */
const PACE_MS = 4 * 86_400_000;

@Injectable()
export class PicturesService {
  constructor(
    private readonly reads: LongReads,
    private readonly store: OperationSampleStore,
    private readonly space: SpaceStore,
    private readonly clock: Clock,
  ) {}

  async describe(range: unknown, budgetBytes: number) {
    const nowMs = this.clock.nowMs();
    const bars = toBars(range, nowMs);
    const [outcomes, samples, use] = await Promise.all([
      this.reads.stores.outcomes.listAll(bars.firstMs, bars.stepMs),
      this.store.list(Math.min(bars.firstMs, nowMs - PACE_MS)),
      this.space.find(),
    ]);
    const { isDatabaseInFolder } = this.store;
    const disk = toDiskPicture({ samples, use, budgetBytes, isDatabaseInFolder });
    return { nowMs, pictures: { ...toPictures(bars, outcomes, samples), disk } };
  }
}
