import { LongReads } from '#product';
import { toSize } from '#product/projects/projects/rules';
import { to } from '#shared';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';

const MANY = 10;

@ProjectSignal()
export class MonitorsSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({ projects }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const failing = await this.reads.stores.monitors.listFailing(projects.map(({ id }) => id));
    const signs = new Map<number, ToldSign[]>();
    for (const { id: projectId, slug } of projects) {
      const own = failing.filter((each) => each.projectId === projectId);
      const [first] = own;
      if (!first) continue;
      const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
      const words = `${first.name} ${first.isMissed ? 'missed' : 'failed'}${more}`;
      const href =
        own.length === 1
          ? to('/crons/:id', { id: first.id })
          : to('/crons', {}, { query: { project: slug, state: 'failing' } });
      signs.set(projectId, [{ kind: 'stopped', size: toSize(own.length, 1, MANY), words, href }]);
    }
    return signs;
  }
}
