import type { Project } from '#product/projects/projects';
import type { StorageState } from '#product/recording/storage';
import { findExceeded, formatBytes, toStorageShares } from '#shared';
import type { BoundNotice, RoomLeft, StorageOverview } from './bounds.dto.ts';

type NamedProject = Pick<Project, 'id' | 'name'>;
type Used = StorageState['projects'][number] & { readonly name: string };

const MAKE_ROOM =
  'Errata thins and removes data older than a day, within ten minutes. To make more room, delete issues that nobody needs.';

export function describeExceeded(
  state: StorageState,
  projects: readonly NamedProject[],
): BoundNotice[] {
  const used = listUsed(state, projects);
  const allBytes = sumBytes(used);
  const { budgetBytes } = state;
  if (budgetBytes > 0 && allBytes >= budgetBytes) return [describeFull(state, used)];
  const scopeOf = ({ bytes: projectBytes, dayBytes }: Used) =>
    findExceeded(budgetBytes, { allBytes, projectBytes, dayBytes });
  const full = used.filter((project) => scopeOf(project) !== undefined);
  if (full.length > 1) return [describeSeveral(budgetBytes, full)];
  return full.flatMap((project) => {
    const describe = scopeOf(project) === 'project' ? describeFullProject : describeFullDay;
    return describe(budgetBytes, project);
  });
}

/** Names three of several projects. */
export function nameSome(projects: readonly { readonly name: string }[]): string {
  const names = projects.slice(0, 3).map(({ name }) => name);
  return names.join(', ') + (projects.length > 3 ? ` and ${projects.length - 3} more` : '');
}

export function describeStorage(
  state: StorageState,
  projects: readonly NamedProject[],
): StorageOverview {
  const { budgetBytes, isSet } = state;
  const used = listUsed(state, projects);
  const shares = toStorageShares(budgetBytes);
  const all = formatBytes(sumBytes(used));
  const whose = isSet
    ? 'set by STORAGE_BUDGET_BYTES'
    : 'half of the disk space that was free at first start, at most half of the disk';
  return {
    budgetBytes,
    budget:
      budgetBytes === 0
        ? `${all} of events and attachments are stored. There is no storage budget; STORAGE_BUDGET_BYTES sets one.`
        : `${all} of the storage budget of ${formatBytes(budgetBytes)} (${whose}) are used. A project may use ${formatBytes(shares.projectBytes)}, and add ${formatBytes(shares.dayBytes)} a day.`,
    projects: used,
    notices: describeExceeded(state, projects),
  };
}

export function describeRoom(state: StorageState, projectId: number): string[] {
  const { budgetBytes, projects } = state;
  const allBytes = sumBytes(projects);
  const { bytes = 0, dayBytes = 0 } = projects.find((each) => each.projectId === projectId) ?? {};
  if (budgetBytes === 0) {
    return [
      `${formatBytes(bytes)} of events and attachments are stored. There is no storage budget.`,
    ];
  }
  const shares = toStorageShares(budgetBytes);
  const left = (share: number, used: number): string => formatBytes(Math.max(0, share - used));
  const isShared = budgetBytes - allBytes < shares.projectBytes - bytes;
  const room = isShared ? left(budgetBytes, allBytes) : left(shares.projectBytes, bytes);
  return [
    `${formatBytes(bytes)} of the ${formatBytes(shares.projectBytes)} that the project may have are used.`,
    isShared
      ? `${room} are left, because other projects use the same storage budget.`
      : `${room} are left.`,
    `Today the project may still add ${left(shares.dayBytes, dayBytes)} of ${formatBytes(shares.dayBytes)}.`,
    'Beyond that, Errata counts events without storing them, and refuses attachments.',
  ];
}

/**
 * Returns the storage that each project has left, by project id. Projects share the budget, so one
 * project can use up storage that another could have used.
 */
export function toRoomLeft(
  { budgetBytes, projects: used }: StorageState,
  projects: readonly Pick<Project, 'id'>[],
): ReadonlyMap<number, RoomLeft> {
  if (budgetBytes === 0) return new Map();
  const share = toStorageShares(budgetBytes).projectBytes;
  const allBytes = sumBytes(used);
  const usedBy = new Map(used.map((each) => [each.projectId, each]));
  return new Map(
    projects.map(({ id }) => {
      const { bytes: projectBytes = 0, dayBytes = 0 } = usedBy.get(id) ?? {};
      const left = Math.min(share - projectBytes, budgetBytes - allBytes);
      const percent = Math.max(0, (100 * left) / share);
      const exceeded = findExceeded(budgetBytes, { allBytes, projectBytes, dayBytes });
      return [id, { percent, exceeded }];
    }),
  );
}

function describeFull({ budgetBytes }: StorageState, used: readonly Used[]): BoundNotice {
  const largest = used.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  const since = Math.min(...used.map(({ refusedSinceMs }) => refusedSinceMs ?? Infinity));
  const text = [
    `The storage budget is used up: ${formatBytes(sumBytes(used))} of ${formatBytes(budgetBytes)},`,
    `most of it by ${largest.name} (${formatBytes(largest.bytes)}).`,
    explainRefusal(since === Infinity ? undefined : since, 'all'),
    MAKE_ROOM,
    describeMore(budgetBytes),
  ];
  return { text: text.join(' ') };
}

function describeSeveral(budgetBytes: number, full: readonly Used[]): BoundNotice {
  const text = [
    `${full.length} projects lose reports, because their storage is used up: ${nameSome(full.toSorted((a, b) => b.bytes - a.bytes))}.`,
    'Errata counts their events without storing them, and refuses their attachments.',
    describeMore(budgetBytes),
  ];
  return { text: text.join(' ') };
}

function describeFullProject(budgetBytes: number, { name, bytes, refusedSinceMs }: Used) {
  const share = formatBytes(toStorageShares(budgetBytes).projectBytes);
  const text = [
    `${name} has used up its half of the storage budget: ${formatBytes(bytes)} of ${share}.`,
    explainRefusal(refusedSinceMs),
    MAKE_ROOM,
    describeMore(budgetBytes),
  ];
  return [{ text: text.join(' ') }];
}

function describeFullDay(budgetBytes: number, { name, dayBytes, refusedTodayMs }: Used) {
  const share = formatBytes(toStorageShares(budgetBytes).dayBytes);
  const text = [
    `${name} has used up its storage for today: ${formatBytes(dayBytes)} of ${share}.`,
    explainRefusal(refusedTodayMs),
    'Its next day begins at 00:00 UTC.',
    describeMore(budgetBytes),
  ];
  return [{ text: text.join(' ') }];
}

/** The variable takes bytes, and the rounded size may be less than the budget is. */
function describeMore(budgetBytes: number): string {
  return `To keep more, set STORAGE_BUDGET_BYTES to more than ${budgetBytes} (${formatBytes(budgetBytes)}).`;
}

function explainRefusal(sinceMs: number | undefined, whose: 'its' | 'all' = 'its'): string {
  const since = sinceMs === undefined ? 'From now on' : `Since ${formatUtc(sinceMs)}`;
  return `${since} Errata counts ${whose} events without storing them, and refuses ${whose} attachments.`;
}

export function formatUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function listUsed({ projects: used }: StorageState, projects: readonly NamedProject[]): Used[] {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return used
    .flatMap((each) => {
      const name = names.get(each.projectId);
      return name === undefined ? [] : { ...each, name };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function sumBytes(used: readonly { readonly bytes: number }[]): number {
  return used.reduce((sum, { bytes }) => sum + bytes, 0);
}
