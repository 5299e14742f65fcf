import { Injectable } from '@nestjs/common';
import { BulkStore } from '#product/triage/bulk';
import { IssueStore } from '#product/recording/issues';
import type { BulkAction, BulkChange } from '#product/triage/bulk';
import type { Project } from '#product/projects/projects';
import type { WantedIssues } from '#product/recording/issues';
import { Clock, issueLimits } from '#shared';
import type { Right } from '#product/people/accounts/rules';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { readSearch, toListAddress } from '../../recording/issue-list/index.ts';
import { toBulkAddress } from './bulk-address.ts';
import { offerTriage } from '../states/index.ts';
import { canUndo, toBulkText, toProgress } from './bulk-text.ts';

export type { BulkAction, BulkChange };

/**
 * Steps that run before the answer is sent. Five steps change up to 500 issues, or delete up to 50.
 * The relay continues with the remaining issues.
 */
const STEPS_AT_ONCE = 5;

interface Asked {
  readonly access: Access;
  readonly address: ListAddress;
}

@Injectable()
export class BulkService {
  constructor(
    private readonly bulks: BulkStore,
    private readonly issues: IssueStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  async show({ access, address }: Asked) {
    const { query, sort } = address;
    const project = await this.findProject(access, address);
    if (address.project !== undefined && !project) return undefined;
    const { fault } = readSearch(query, true);
    const listing = { query, sort, project };
    const [count, deletable, changes] = await Promise.all([
      this.count({ access, address }, 'issues.triage'),
      this.count({ access, address }, 'issues.delete'),
      this.bulks.list(access.getSignedIn().user.id),
    ]);
    const triage = isChangeableCount(count)
      ? await offerTriage(this.people, access, within(access, 'issues.triage', project))
      : undefined;
    return {
      query,
      fault,
      project: project?.name,
      list: { name: 'Back to the list', href: toListAddress(listing) },
      href: toBulkAddress(listing),
      count,
      triage,
      deletable: isChangeableCount(deletable) ? deletable : undefined,
      changes: changes.map((each) => {
        const progress = toProgress(each);
        return {
          id: each.id,
          query: each.query,
          askedAtMs: each.askedAtMs,
          text: toBulkText(each),
          progress,
          canUndo: canUndo(each),
        };
      }),
    };
  }

  /**
   * Counts the matching issues for which the person has the right, up to `issuesPerBulk` + 1.
   * Returns 0 when the search cannot be parsed.
   */
  async count({ access, address }: Asked, right: Right): Promise<number> {
    const { search } = readSearch(address.query, true);
    const project = await this.findProject(access, address);
    const projects = within(access, right, project);
    if (!search || (address.project !== undefined && !project) || projects.length === 0) return 0;
    const wanted: WantedIssues = {
      search,
      nowMs: this.clock.nowMs(),
      selfId: access.getSignedIn().user.id,
      projectIds: projects === 'all' ? undefined : projects,
    };
    return this.issues.count({ ...wanted, limit: issueLimits.issuesPerBulk + 1 });
  }

  /**
   * Runs the first steps of the change; the relay runs the others. Returns undefined when too many
   * changes by this person are running. The caller must have checked that the search can be parsed.
   */
  async change(
    { access, address }: Asked,
    action: BulkAction,
    total: number,
  ): Promise<BulkChange | undefined> {
    const { search = [] } = readSearch(address.query, true);
    const project = await this.findProject(access, address);
    const byUserId = access.getSignedIn().user.id;
    const id = await this.bulks.ask({
      action,
      query: address.query,
      wanted: { search },
      projectId: project?.id,
      total,
      byUserId,
      nowMs: this.clock.nowMs(),
    });
    return id === undefined ? undefined : this.runSome(id, byUserId);
  }

  async undo(id: number, access: Access): Promise<BulkChange | undefined> {
    const byUserId = access.getSignedIn().user.id;
    return (await this.bulks.undo(id, byUserId)) ? this.runSome(id, byUserId) : undefined;
  }

  private async runSome(id: number, byUserId: number): Promise<BulkChange | undefined> {
    for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
      if (!(await this.bulks.step(this.clock.nowMs(), id))) break;
    }
    return this.bulks.find(id, byUserId);
  }

  private async findProject(access: Access, address: ListAddress): Promise<Project | undefined> {
    if (address.project === undefined) return undefined;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    return projects.find(({ slug }) => slug === address.project);
  }
}

function isChangeableCount(count: number): boolean {
  return count > 0 && count <= issueLimits.issuesPerBulk;
}

function within(
  access: Access,
  right: Right,
  project: Project | undefined,
): 'all' | readonly number[] {
  const projects = access.listProjects(right);
  if (!project) return projects;
  return projects === 'all' || projects.includes(project.id) ? [project.id] : [];
}
