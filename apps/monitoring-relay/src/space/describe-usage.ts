import type { Project } from '#product/projects/projects';
import type { SpaceUse } from '#product/retention/space';
import { formatBytes, formatUtc } from '#shared';

const SHARE_SHOWN = 1 / 1000;

export function describeUsage(
  use: SpaceUse,
  projects: readonly Pick<Project, 'id' | 'slug'>[],
): string[] {
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
  const nameOf = (id: number): string => slugs.get(id) ?? `project ${id}`;
  const shown = use.tables.filter(({ bytes }) => bytes >= use.bytes * SHARE_SHOWN);
  const rest = use.tables.filter((table) => !shown.includes(table));
  const lines = shown.flatMap((table) => [
    toLine(table.table, table.bytes),
    ...table.projects.map(({ projectId, bytes }) => toLine(`  ${nameOf(projectId)}`, bytes)),
  ]);
  return [
    `${formatUtc(use.measuredAtMs)}: ${describeAll(use)}`,
    '',
    ...sumProjects(use).map(([id, bytes]) => toLine(nameOf(id), bytes)),
    '',
    ...lines,
    toLine(`${rest.length} other tables`, sum(rest)),
    '',
    'Each project’s share of a table is estimated from a sample of rows. A project may take up to a sixth more, because some tables cannot be split by project.',
  ];
}

function describeAll({ bytes, freeBytes, canGiveBack }: SpaceUse): string {
  const all = `the database takes ${formatBytes(bytes)}`;
  if (freeBytes === undefined) return `${all}.`;
  const free = `${all}, of which ${formatBytes(freeBytes)} are free for what comes next`;
  return canGiveBack
    ? `${free}.`
    : `${free}. To give them back to the disk, run \`errata shrink\`.`;
}

function sumProjects({ tables }: SpaceUse): (readonly [number, number])[] {
  const sums = new Map<number, number>();
  for (const { projectId, bytes } of tables.flatMap((table) => table.projects)) {
    sums.set(projectId, (sums.get(projectId) ?? 0) + bytes);
  }
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

function toLine(name: string, bytes: number): string {
  return `${name.padEnd(32)} ${formatBytes(bytes).padStart(10)}`;
}

function sum(tables: SpaceUse['tables']): number {
  return tables.reduce((all, { bytes }) => all + bytes, 0);
}
