import { Injectable } from '@nestjs/common';
import { ArtifactStore, BundleStore } from '#product/recording/artifacts';
import { explainMiss, listAddresses, toDebugId } from '#product/recording/artifacts/rules';
import type { ExplainedMiss, MissedFile, NearMiss } from '#product/recording/artifacts/rules';
import { ProjectStore } from '#product/projects/projects';
import type { NormalisedEvent } from '#shared';

/** Of one event: whoever reads ten knows what to do. */
const MOST_EXPLAINED = 10;

export interface ShownMiss extends ExplainedMiss {
  /** Of the file that ran. */
  readonly url: string;
}

/** Says why files of events have no maps, by what is uploaded now. */
@Injectable()
export class MissesService {
  constructor(
    private readonly artifacts: ArtifactStore,
    private readonly bundles: BundleStore,
    private readonly projects: ProjectStore,
  ) {}

  /** A line for each file of the event that has no map, or a wrong one. */
  async explainEvent(event: NormalisedEvent): Promise<readonly ShownMiss[]> {
    const { release, dist } = event;
    const files = new Map<string, MissedFile>();
    for (const { mapping } of listFrames(event)) {
      if (!mapping?.miss) continue;
      const { url, debugId, miss } = mapping;
      files.set(`${url} ${debugId ?? ''} ${miss}`, {
        miss,
        url,
        ...(debugId === undefined ? {} : { debugId }),
        ...(release === undefined ? {} : { release }),
        ...(dist === undefined ? {} : { dist }),
      });
    }
    return Promise.all(
      [...files.values()]
        .slice(0, MOST_EXPLAINED)
        .map((missed) => this.explain(event.projectId, missed)),
    );
  }

  async explain(projectId: number, missed: MissedFile): Promise<ShownMiss> {
    const explained = explainMiss(missed, await this.findNear(projectId, missed));
    return { url: missed.url, ...explained };
  }

  private async findNear(
    projectId: number,
    { url, debugId, release }: MissedFile,
  ): Promise<NearMiss> {
    const { artifacts } = this;
    const id = toDebugId(debugId);
    const [all, withDebugId, withId, atAddress, sameName, [latest]] = await Promise.all([
      this.projects.list(),
      id === undefined ? [] : artifacts.listByDebugIds(projectId, [id]),
      id === undefined ? [] : artifacts.listProjectsWith(id, projectId),
      artifacts.listAtUrls(projectId, listAddresses(url)),
      release === undefined
        ? []
        : artifacts.listNamesakes(projectId, release, url.replace(/^.*\//, '')),
      this.bundles.list(projectId, { limit: 1 }),
    ]);
    const slugOf = (wanted: number): string =>
      all.find(({ id: each }) => each === wanted)?.slug ?? '';
    return {
      project: slugOf(projectId),
      withDebugId,
      elsewhere: withId.map(slugOf),
      atAddress,
      sameName,
      ...(latest ? { latest } : {}),
    };
  }
}

function listFrames({ exceptions, stack = [], threads = [] }: NormalisedEvent) {
  return [...exceptions, ...threads].flatMap(({ frames }) => frames).concat(stack);
}
