import { LongReads } from '#product';
import { to } from '#shared';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';

@ProjectSignal()
export class ChannelsSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({ projects, access }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const gone = await this.reads.stores.channels.listGone(projects.map(({ id }) => id));
    return new Map(
      projects.flatMap(({ id, slug }) => {
        const first = gone.find(({ projectId }) => projectId === id);
        if (!first) return [];
        const told = { kind: 'unheard', size: 0 } as const;
        if (!access.can('project.alerts', id))
          return [[id, [{ ...told, words: 'a channel is gone' }]]];
        const href = to('/settings/projects/:slug/channels', { slug });
        return [[id, [{ ...told, words: `the channel ${first.name} is gone`, href }]]];
      }),
    );
  }
}
