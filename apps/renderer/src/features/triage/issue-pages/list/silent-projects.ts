import { Injectable } from '@nestjs/common';
import { PeopleService } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import type { IssueListProps } from '../issues.dto.ts';
import type { AskedList, ProjectIds } from './asked-list.ts';
import { explainSilence, toSetUp, WITHOUT_OWNER } from './listing.ts';

/** Explains projects that nothing was ever reported to. */
@Injectable()
export class SilentProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
  ) {}

  /** Leads those who may see keys to what there is to set up, and guests to the ownership; tells all others who knows. */
  async explain(
    { access, listing, within }: AskedList,
    readable: ProjectIds,
  ): Promise<Pick<IssueListProps, 'nothing'>> {
    if (access.isGuest) return { nothing: WITHOUT_OWNER };
    const keys = within(access.listProjects('project.keys'));
    const dsn = await this.projects.findFirstDsn(keys);
    if (dsn) return { nothing: toSetUp(listing, dsn.project) };
    if (keys === 'all' || keys.length > 0) return { nothing: explainSilence(listing, undefined) };
    const admins = await this.people.listWith('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }
}
