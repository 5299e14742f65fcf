import { Injectable } from '@nestjs/common';
import { issueSorts } from '#product/recording/issues';
import type { IssueSort } from '#product/recording/issues';
import { PreferenceStore } from '#product/people/accounts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { printFilter, withoutTime } from './event-filter.ts';
import type { EventFilter } from './event-filter.ts';
import { readFilter } from './read-filter.ts';

const NAME = 'issue-filter';

/** Projects, which events count, and the order: what an address of the list has where it says neither. */
export interface RememberedFilter {
  /** Slugs as an address names them. */
  readonly project?: string | undefined;
  readonly filter: EventFilter;
  /** `lastSeen` unless said. */
  readonly sort?: IssueSort | undefined;
}

/** The filter that somebody chose last. Addresses that others send are not chosen. */
@Injectable()
export class FilterMemory {
  constructor(
    private readonly preferences: PreferenceStore,
    private readonly projects: ProjectsService,
  ) {}

  /** Undefined for who has none, and for who is not signed in. Without projects that may not be seen any more. */
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

  /** Keeps the projects, the environment, the release and the order. A time is chosen for the moment. */
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
