import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { OutcomeSum } from '#product/recording/outcomes';
import type { ProjectHealth } from '#product/retention/project-health';
import { Clock, to } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectSections, ProjectsService } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { describeRoom } from './describe-room.ts';
import type {
  Compared,
  HealthOrder,
  ProjectHealthProps,
  ProjectHealthRow,
  RoomWords,
} from './project-health.dto.ts';

/**
 * How far back the sums of a day begin. Together with the current hour, 23 hours cover the last
 * day.
 */
const HOURS_BACK_MS = 23 * 3_600_000;

@Injectable()
export class ProjectHealthService {
  constructor(
    private readonly reads: LongReads,
    private readonly projects: ProjectsService,
    private readonly sections: ProjectSections,
    private readonly bounds: BoundsService,
    private readonly clock: Clock,
  ) {}

  async show(order: HealthOrder, access: Access): Promise<ProjectHealthProps> {
    const nowMs = this.clock.nowMs();
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const projectIds = projects.map(({ id }) => id);
    const [health, rooms] = await Promise.all([
      this.reads.stores.projectHealth.list({ projectIds, nowMs }),
      this.describeRooms(projects, nowMs),
    ]);
    const rows = projects.map((project) =>
      this.toRow(project, { health: health.get(project.id)!, room: rooms(project), access }),
    );
    return {
      nowMs,
      order,
      projects: rows.toSorted(ORDERS[order]),
      mayCreate: access.can('projects.create'),
    };
  }

  private toRow(
    project: Project,
    known: { readonly health: ProjectHealth; readonly room: RoomWords; readonly access: Access },
  ): ProjectHealthRow {
    const { id, slug, name } = project;
    const { health, room, access } = known;
    const { days, unresolved: openIssues, newIssues, lastSeenMs } = health;
    const [section] = this.sections.list(project, access);
    const isToSetUp = lastSeenMs === undefined && access.can('project.keys', id);
    return {
      name,
      issues: to('/issues', {}, { query: { project: slug } }),
      ...(section ? { settings: section.href } : {}),
      ...(isToSetUp ? { start: to('/projects/:slug/start', { slug }) } : {}),
      events: { now: days.at(-1)!, before: days.at(-2)! },
      days,
      users: toUsers(health),
      openIssues,
      ...(health.isUnresolvedAtLeast ? { areMoreOpen: true } : {}),
      newIssues,
      ...(lastSeenMs === undefined ? {} : { lastEventMs: lastSeenMs }),
      room,
    };
  }

  private async describeRooms(
    projects: readonly Project[],
    nowMs: number,
  ): Promise<(project: Project) => RoomWords> {
    const projectIds = projects.map(({ id }) => id);
    const fromMs = nowMs - HOURS_BACK_MS;
    const [left, sums] = await Promise.all([
      this.bounds.listRoomLeft(),
      this.reads.stores.outcomes.sum({ projectIds, fromMs, toMs: nowMs, per: 'hour' }),
    ]);
    const endings = new Map<number, OutcomeSum[]>(projectIds.map((id) => [id, []]));
    for (const sum of sums) endings.get(sum.projectId)?.push(sum);
    return ({ id, slug }) => describeRoom(slug, left.get(id), endings.get(id) ?? []);
  }
}

function toUsers({ users, usersBefore, areUsersAtLeast }: ProjectHealth): Compared {
  return { now: users, before: usersBefore, ...(areUsersAtLeast ? { isAtLeast: true } : {}) };
}

const byName = (one: ProjectHealthRow, other: ProjectHealthRow): number =>
  one.name.localeCompare(other.name, 'en');

const bySize =
  (sizeOf: (row: ProjectHealthRow) => number): typeof byName =>
  (one, other) =>
    sizeOf(other) - sizeOf(one) || byName(one, other);

const ORDERS: Readonly<Record<HealthOrder, typeof byName>> = {
  name: byName,
  events: bySize(({ events }) => events.now),
  users: bySize(({ users }) => users.now),
  issues: bySize(({ openIssues }) => openIssues),
  last: bySize(({ lastEventMs = 0 }) => lastEventMs),
};
