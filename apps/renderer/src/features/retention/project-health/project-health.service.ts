import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import { OutcomeStore } from '#product/recording/outcomes';
import type { CountedUsers, ProjectHealth } from '#product/retention/project-health';
import { Clock, to } from '#shared';
import type { Outcome } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectSections, ProjectsService } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { BoundsService } from '../bounds/index.ts';
import type {
  Compared,
  HealthOrder,
  ProjectHealthProps,
  ProjectHealthRow,
} from './project-health.dto.ts';

const DAY_MS = 86_400_000;

/** Events that are looked at for their users: of all projects together, and of one at least. About 100 ms on SQLite. */
const EVENTS_LOOKED_AT = 100_000;
const FEWEST_LOOKED_AT = 500;

const REFUSED: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid', 'failed']);

/** Tells how projects are doing. */
@Injectable()
export class ProjectHealthService {
  constructor(
    private readonly reads: LongReads,
    private readonly outcomes: OutcomeStore,
    private readonly projects: ProjectsService,
    private readonly sections: ProjectSections,
    private readonly bounds: BoundsService,
    private readonly clock: Clock,
  ) {}

  async show(order: HealthOrder, access: Access): Promise<ProjectHealthProps> {
    const nowMs = this.clock.nowMs();
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const projectIds = projects.map(({ id }) => id);
    const each = Math.floor(EVENTS_LOOKED_AT / (2 * projects.length || 1));
    const eventsForUsers = Math.max(FEWEST_LOOKED_AT, each);
    const [health, refused, rooms] = await Promise.all([
      this.reads.stores.projectHealth.list(projectIds, { nowMs, eventsForUsers }),
      this.countRefused(projectIds, nowMs),
      this.bounds.listRoomLeft(),
    ]);
    const rows = projects.map((project, index) => ({
      ...this.toRow(project, health[index]!, access),
      ...toRoom(rooms.get(project.id)),
      ...toRefused(project, refused.get(project.id)),
    }));
    return {
      nowMs,
      order,
      projects: rows.toSorted(ORDERS[order]),
      mayCreate: access.can('projects.create'),
    };
  }

  private toRow(project: Project, health: ProjectHealth, access: Access): ProjectHealthRow {
    const { slug, name } = project;
    const { hours, eventsBefore, users, usersBefore, openIssues, newIssues, lastEventMs } = health;
    const [section] = this.sections.list(project, access);
    return {
      name,
      issues: to('/issues', {}, { query: { project: slug } }),
      ...(section ? { settings: section.href } : {}),
      events: { now: hours.reduce((sum, count) => sum + count, 0), before: eventsBefore },
      hours,
      users: toCompared(users, usersBefore),
      openIssues,
      newIssues,
      ...(lastEventMs === undefined ? {} : { lastEventMs }),
    };
  }

  private async countRefused(
    projectIds: readonly number[],
    nowMs: number,
  ): Promise<ReadonlyMap<number, number>> {
    const range = { projectIds, fromMs: nowMs - DAY_MS, toMs: nowMs, per: 'hour' } as const;
    const refused = new Map<number, number>();
    for (const { projectId, outcome, quantity } of await this.outcomes.sum(range)) {
      if (!REFUSED.has(outcome)) continue;
      refused.set(projectId, (refused.get(projectId) ?? 0) + quantity);
    }
    return refused;
  }
}

const byName = (one: ProjectHealthRow, other: ProjectHealthRow): number =>
  one.name.localeCompare(other.name, 'en');

const ORDERS: Readonly<
  Record<HealthOrder, (one: ProjectHealthRow, other: ProjectHealthRow) => number>
> = {
  name: byName,
  events: (one, other) => other.events.now - one.events.now || byName(one, other),
  last: (one, other) => (other.lastEventMs ?? 0) - (one.lastEventMs ?? 0) || byName(one, other),
};

function toCompared(now: CountedUsers, before: CountedUsers): Compared {
  const isAtLeast = now.isAtLeast || before.isAtLeast;
  return { now: now.users, before: before.users, ...(isAtLeast ? { isAtLeast } : {}) };
}

function toRoom(roomLeft: number | undefined): Pick<ProjectHealthRow, 'roomLeft'> {
  return roomLeft === undefined ? {} : { roomLeft };
}

function toRefused(
  { slug }: Project,
  reports: number | undefined,
): Pick<ProjectHealthRow, 'refused'> {
  if (reports === undefined) return {};
  const href = to('/settings/projects/:slug/data', { slug }, { hash: 'outcomes' });
  return { refused: { reports, href } };
}
