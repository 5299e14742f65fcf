import { Injectable } from '@nestjs/common';
import { issueSorts } from '#product/recording/issues';
import type { IssueSort } from '#product/recording/issues';
import { PreferenceStore } from '#product/people/accounts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { printFilter, readFilter, withoutTime } from '../../../recording/issue-page/index.ts';
import type { EventFilter } from '../../../recording/issue-page/index.ts';

const NAME = 'issue-filter';

export interface RememberedFilter {
  /** Slugs, separated by commas. */
  readonly project?: string | undefined;
  readonly filter: EventFilter;
  readonly sort?: IssueSort | undefined;
}

/**
 * Remembers the filter that a person chose last. Opening an address that somebody else sent does
 * not change the remembered filter.
 */
@Injectable()
export class FilterMemory {
  constructor(
    private readonly preferences: PreferenceStore,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Leaves out projects that the person can no longer see. Returns undefined when no filter is
   * remembered or the visitor is not signed in.
   */
  async find(access: Access): Promise<RememberedFilter | undefined> {
    const { user } = access;
    const stored = user && (await this.preferences.find(user.id, NAME));
    if (typeof stored !== 'string') return undefined;
    const parameters = Object.fromEntries(new URLSearchParams(stored));
    const filter = readFilter(parameters);
    const { project } = parameters;
    const sort = issueSorts.find((each) => each === parameters['sort']);
    if (project === undefined) return { filter, sort };
    const readable = await this.projects.list(access.listProjects('issues.read'));
    const kept = project.split(',').filter((each) => readable.some(({ slug }) => slug === each));
    return { filter, sort, ...(kept.length > 0 ? { project: kept.join(',') } : {}) };
  }

  /** Does not remember the time, which people choose for one occasion. */
  async keep(
    access: Access,
    { project, filter, sort = 'lastSeen' }: RememberedFilter,
  ): Promise<void> {
    const { user } = access.getSignedIn();
    const chosen = [
      ...(project === undefined ? [] : [`project=${project}`]),
      printFilter(withoutTime(filter)),
      ...(sort === 'lastSeen' ? [] : [`sort=${sort}`]),
    ].filter((part) => part !== '');
    const kept = chosen.length > 0 ? chosen.join('&') : undefined;
    if (kept === (await this.preferences.find(user.id, NAME))) return;
    await this.preferences.set(user.id, NAME, kept);
  }

  async forget(access: Access): Promise<void> {
    await this.preferences.set(access.getSignedIn().user.id, NAME, undefined);
  }
}
