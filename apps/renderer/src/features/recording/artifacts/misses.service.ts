import { Injectable } from '@nestjs/common';
import { listUnmapped } from '#events';
import { NearMissStore } from '#product/recording/artifacts';
import { listMissedFiles } from '#product/recording/artifacts/rules';
import type { ExplainedMiss, MissedFile } from '#product/recording/artifacts/rules';
import type { NormalisedEvent } from '#shared';
import type { Access } from '../../people/accounts/index.ts';

export interface ShownMiss extends ExplainedMiss {
  readonly url: string;
}

/** Explains why scripts in events have no source map, from what the project has uploaded so far. */
@Injectable()
export class MissesService {
  constructor(private readonly near: NearMissStore) {}

  explainEvent(
    event: NormalisedEvent,
    { json, reader }: { readonly json: string; readonly reader: Access },
  ): Promise<readonly ShownMiss[]> {
    return Promise.all(
      listMissedFiles(event, () => listUnmapped(json)).map((missed) =>
        this.explain(event.projectId, missed, reader),
      ),
    );
  }

  async explain(projectId: number, missed: MissedFile, reader: Access): Promise<ShownMiss> {
    const mayName = (id: number): boolean => reader.findRole(id) !== undefined;
    return { url: missed.url, ...(await this.near.explain(projectId, missed, mayName)) };
  }
}
