import { Injectable } from '@nestjs/common';
import { NearMissStore } from '#product/recording/artifacts';
import { listMissedFiles } from '#product/recording/artifacts/rules';
import type { ExplainedMiss, MissedFile } from '#product/recording/artifacts/rules';
import type { NormalisedEvent } from '#shared';

export interface ShownMiss extends ExplainedMiss {
  /** Of the file that ran. */
  readonly url: string;
}

/** Says why files of events have no maps, by what is uploaded now. */
@Injectable()
export class MissesService {
  constructor(private readonly near: NearMissStore) {}

  explainEvent(event: NormalisedEvent): Promise<readonly ShownMiss[]> {
    return Promise.all(
      listMissedFiles(event).map((missed) => this.explain(event.projectId, missed)),
    );
  }

  async explain(projectId: number, missed: MissedFile): Promise<ShownMiss> {
    return { url: missed.url, ...(await this.near.explain(projectId, missed)) };
  }
}
