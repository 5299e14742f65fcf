import { Injectable } from '@nestjs/common';
import { BulkStore } from '#product/triage/bulk';
import { IssueStore } from '#product/recording/issues';
import type { BulkChange, BulkWish } from '#product/triage/bulk';
import type { Project } from '#product/projects/projects';
import type { WantedIssues } from '#product/recording/issues';
import { Clock, issueLimits } from '#shared';
import type { Right } from '#product/people/accounts/rules';
import { PeopleService } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';
import { readSearch } from '../list/listed-search.ts';
import { toBulkAddress, toListAddress } from '../list/listing.ts';
import { offerTriage } from '../triage/offer-triage.ts';
import type { BulkPageProps } from '../bulk.dto.ts';
import { canUndo, toBulkText, toProgress } from './bulk-text.ts';

export type { BulkChange, BulkWish };

/** 500 issues are changed before the answer; the relay goes on with the rest. */
const STEPS_AT_ONCE = 5;

/** What somebody wants changed: the issues of a list, in the projects in which they may. */
interface Asked {
  readonly access: Access;
  readonly address: ListAddress;
}

/** Changes all issues that match, for those who may. */
@Injectable()
export class BulkService {
  constructor(
    private readonly bulks: BulkStore,
    private readonly issues: IssueStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /** Undefined when the project that is asked for is none of theirs. */
  async show({ access, address }: Asked): Promise<BulkPageProps | undefined> {
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
    const triage = isSome(count)
      ? await offerTriage(this.people, access, within(access, 'issues.triage', project))
      : undefined;
    return {
      query,
      ...(fault === undefined ? {} : { fault }),
      ...(project ? { project: project.name } : {}),
      list: { name: 'Back to the list', href: toListAddress(listing) },
      href: toBulkAddress(listing),
      count,
      ...(triage ? { triage } : {}),
      ...(isSome(deletable) ? { deletable } : {}),
      changes: changes.map((each) => {
        const progress = toProgress(each);
        return {
          id: each.id,
          query: each.query,
          askedAtMs: each.askedAtMs,
          text: toBulkText(each),
          ...(progress ? { progress } : {}),
          canUndo: canUndo(each),
        };
      }),
    };
  }

  /** Of those that match and may be changed; of more than `issuesPerBulk` one more than these. None where nothing is understood. */
  async count({ access, address }: Asked, right: Right): Promise<number> {
    const { search } = readSearch(address.query, true);
    const project = await this.findProject(access, address);
    const projects = within(access, right, project);
    if (!search || (address.project !== undefined && !project) || projects.length === 0) return 0;
    const wanted: WantedIssues = {
      search,
      nowMs: this.clock.nowMs(),
      selfId: access.getSignedIn().user.id,
      ...(projects === 'all' ? {} : { projectIds: projects }),
    };
    return this.issues.count({ ...wanted, limit: issueLimits.issuesPerBulk + 1 });
  }

  /**
   * Begins to do it to the `total` issues that match, and does a few steps. Undefined where the person has enough at work
   * already. What is searched for was understood.
   */
  async change(
    { access, address }: Asked,
    wish: BulkWish,
    total: number,
  ): Promise<BulkChange | undefined> {
    const { search = [] } = readSearch(address.query, true);
    const project = await this.findProject(access, address);
    const byUserId = access.getSignedIn().user.id;
    const id = await this.bulks.ask({
      wish,
      query: address.query,
      wanted: { search },
      ...(project ? { projectId: project.id } : {}),
      total,
      byUserId,
      nowMs: this.clock.nowMs(),
    });
    return id === undefined ? undefined : this.runSome(id, byUserId);
  }

  /** Undefined where there is nothing to undo. */
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

function isSome(count: number): boolean {
  return count > 0 && count <= issueLimits.issuesPerBulk;
}

/** Projects in which they have a right, of those that are meant. */
function within(
  access: Access,
  right: Right,
  project: Project | undefined,
): 'all' | readonly number[] {
  const projects = access.listProjects(right);
  if (!project) return projects;
  return projects === 'all' || projects.includes(project.id) ? [project.id] : [];
}
