import { Injectable } from '@nestjs/common';
import { PeopleService } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { BoundsService } from '../../../retention/bounds/index.ts';
import type { IssueListProps } from '../issues.dto.ts';
import type { AskedList, ProjectIds } from './asked-list.ts';
import { explainRefusals, explainSilence, toSetUp, WITHOUT_OWNER } from './listing.ts';

/** Explains projects that have never had an issue. */
@Injectable()
export class SilentProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly bounds: BoundsService,
  ) {}

  /**
   * Leads all who read a project to why its reports were refused, where some were. Else leads those who may see keys to what there is
   * to set up, and guests to the ownership, and tells all others who knows.
   */
  async explain(
    { access, listing, within }: AskedList,
    readable: ProjectIds,
  ): Promise<Pick<IssueListProps, 'nothing'>> {
    if (access.isGuest) return { nothing: WITHOUT_OWNER };
    const keys = within(access.listProjects('project.keys'));
    const [dsn, refusals] = await Promise.all([
      this.projects.findFirstDsn(keys),
      this.findRefusals(readable),
    ]);
    const setUp = dsn && toSetUp(listing, dsn.project);
    if (refusals) return { nothing: explainRefusals(listing, refusals, setUp?.begin) };
    if (setUp) return { nothing: setUp };
    if (keys === 'all' || keys.length > 0) return { nothing: explainSilence(listing, undefined) };
    const admins = await this.people.listWith('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }

  /** Finds the project with the most refusals, and its refusals. */
  private async findRefusals(readable: ProjectIds) {
    const projects = await this.projects.list(readable);
    const counts = await this.bounds.countRefused(projects.map(({ id }) => id));
    const [most] = projects
      .map(({ id, slug, name }) => ({ slug, name, reports: counts.get(id) ?? 0 }))
      .toSorted((one, other) => other.reports - one.reports);
    return most && most.reports > 0 ? most : undefined;
  }
}
