import { LongReads } from '#product';
import type { Sign } from '#product/projects/projects/rules';
import { findBurst, judgeNew, judgeReturned } from '#product/retention/project-health/rules';
import { to } from '#shared';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';

/** Tells new issues, ones that came back, bursts of events, and that no event has come yet. */
@ProjectSignal()
export class NewsSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({
    projects,
    nowMs,
    access,
  }: SignalContext): Promise<ReadonlyMap<number, readonly ToldSign[]>> {
    const projectIds = projects.map(({ id }) => id);
    const { projectHealth } = this.reads.stores;
    const [news, pulses, reported] = await Promise.all([
      projectHealth.listNews({ projectIds, nowMs }),
      projectHealth.listPulses({ projectIds, nowMs }),
      projectHealth.listReported(projectIds),
    ]);
    const signs = projects.map(({ id, slug }) => {
      const { returned, new: begun, usual } = news.get(id) ?? {};
      const pulse = pulses.get(id);
      const burst = pulse && findBurst(pulse);
      const tell = (sign: Sign | undefined, words: string, query?: string): ToldSign[] =>
        sign
          ? [{ ...sign, words, href: to('/issues', {}, { query: { project: slug, query } }) }]
          : [];
      const told = [
        ...tell(
          returned && judgeReturned(returned, nowMs),
          `${returned?.issues} regressed`,
          'is:regressed lastSeen:-7d',
        ),
        ...tell(begun && judgeNew(begun, usual), `${begun?.issues} new`, 'is:new'),
        ...tell(burst, `events at ${burst?.times} × last week’s peak`),
      ];
      if (!pulse && !reported.has(id)) told.push(toSilent(slug, access.can('project.keys', id)));
      return [id, told] as const;
    });
    return new Map(signs);
  }
}

/** A project that waits for its first event comes after all that need somebody. */
function toSilent(slug: string, maySetUp: boolean): ToldSign {
  const sign = { kind: 'waiting', size: 0 } as const;
  return maySetUp
    ? { ...sign, words: 'no event yet · Set up', href: to('/projects/:slug/start', { slug }) }
    : { ...sign, words: 'no event yet' };
}
