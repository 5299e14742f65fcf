import { Injectable } from '@nestjs/common';
import { PeopleService } from '../../../projects/members/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { BoundsService } from '../../../retention/bounds/index.ts';
import type { IssueListProps } from '../issue-list.dto.ts';
import type { ListRequest, ProjectIds } from '../list-request.ts';
import { explainRefusals, explainSilence, toSetUp, WITHOUT_OWNER } from '../listing.ts';

@Injectable()
export class SilentProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly bounds: BoundsService,
  ) {}

  /**
   * Explains why the projects have no issues, by the first of these that applies:
   * - A guest gets a link to the page that makes somebody the owner.
   * - When reports were refused, every reader gets a link to the reasons.
   * - A person who may see keys gets a link to the set-up page, or learns that all keys are
   *   disabled.
   * - Everybody else learns who can see the DSN.
   */
  async explain(
    { access, listing, within }: ListRequest,
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
    const admins = await this.people.listPeopleWithRight('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }

  private async findRefusals(readable: ProjectIds) {
    const projects = await this.projects.list(readable);
    const counts = await this.bounds.countRefused(projects.map(({ id }) => id));
    const [most] = projects
      .map(({ id, slug, name }) => ({ slug, name, reports: counts.get(id) ?? 0 }))
      .toSorted((one, other) => other.reports - one.reports);
    return most && most.reports > 0 ? most : undefined;
  }
}
