import type { Project } from '#product/projects/projects';
import type { RetentionState } from '#product/retention/retention';
import type { SpaceUse } from '#product/retention/space';
import { formatBytes } from '#shared';
import type { SpaceOverview } from './space.dto.ts';

type NamedProject = Pick<Project, 'id' | 'name'>;

const HOUR_MS = 3_600_000;

export function describeNext(
  { next, projects }: RetentionState,
  named: readonly NamedProject[],
  nowMs: number,
): string {
  const nameOf = toNames(named);
  const [first] = projects
    .filter(({ oldestGoesAtMs }) => oldestGoesAtMs !== undefined)
    .toSorted((a, b) => a.oldestGoesAtMs! - b.oldestGoesAtMs!);
  const behindHours = first ? Math.floor((nowMs - first.oldestGoesAtMs!) / HOUR_MS) : 0;
  if (first && behindHours > 0) {
    const what = `what ${nameOf(first.projectId)} sent on ${toDay(first.oldestDayMs!)}`;
    return `Retention is ${behindHours} h behind: ${what} is still being removed. Until it has caught up, Errata removes at least as many old events as it records new ones.`;
  }
  if (next) {
    const day = `what ${nameOf(next.projectId)} sent on ${toDay(next.dayMs)}`;
    const becomes = {
      hourly: `thins ${day}: only the first event of each issue and hour stays whole`,
      daily: `thins ${day}: only the first event of each issue stays whole`,
      removed: `removes ${day}`,
    };
    return `To make room, Errata next ${becomes[next.becomes]}.`;
  }
  if (!first) return 'Nothing is stored yet.';
  const what = `what ${nameOf(first.projectId)} sent on ${toDay(first.oldestDayMs!)}`;
  return `On ${toDay(first.oldestGoesAtMs!)} Errata removes ${what}, because its retention ends then.`;
}

export function describeProjects({ projects }: RetentionState): SpaceOverview['projects'] {
  return projects.map(({ projectId, oldestDayMs, oldestGoesAtMs }) => ({
    projectId,
    oldest: oldestDayMs === undefined ? undefined : toDay(oldestDayMs),
    goes: oldestGoesAtMs === undefined ? undefined : toDay(oldestGoesAtMs),
  }));
}

export function describeSpace({ bytes, freeBytes, canGiveBack }: SpaceUse): string {
  const all = `Measured once an hour: the database takes ${formatBytes(bytes)}`;
  if (freeBytes === undefined) {
    return `${all}. PostgreSQL reuses freed space; errata shrink gives it back to the disk.`;
  }
  const free = `${all}, of which ${formatBytes(freeBytes)} are free for what comes next.`;
  return canGiveBack
    ? `${free} Errata gives free space beyond 16 MB back to the disk.`
    : `${free} This file gives no space back to the disk yet. Run errata shrink once to change that.`;
}

function toNames(named: readonly NamedProject[]): (id: number) => string {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `project ${id}`;
}

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
