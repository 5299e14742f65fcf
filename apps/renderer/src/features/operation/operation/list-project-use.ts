import { formatBytes } from '#shared';
import type { Address } from '#shared';
import type { StorageOverview } from '../../retention/bounds/index.ts';
import type { SpaceOverview } from './space.dto.ts';

const ROWS = 20;

export interface ProjectOutcomes {
  readonly id: number;
  readonly name: string;
  readonly data: Address;
  readonly received: number;
  /** Items that were refused, failed, beyond the storage, or dropped by an SDK that could not send. */
  readonly lost: number;
}

export interface ProjectFacts {
  readonly outcomes: readonly ProjectOutcomes[];
  readonly storage: StorageOverview['projects'];
  readonly kept: SpaceOverview['projects'];
}

/** Lists the 20 projects that lose most, or else store most, of those whose name has `asked`. */
export function listProjectUse(facts: ProjectFacts, asked: unknown) {
  const typed = typeof asked === 'string' ? asked.trim().slice(0, 100) : '';
  const stored = new Map(facts.storage.map((each) => [each.projectId, each]));
  const bytesOf = ({ id }: { readonly id: number }): number => stored.get(id)?.bytes ?? 0;
  const found = facts.outcomes
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .toSorted(
      (a, b) => b.lost - a.lost || bytesOf(b) - bytesOf(a) || a.name.localeCompare(b.name, 'en'),
    );
  const rows = found.slice(0, ROWS).map((project) => ({
    ...project,
    used: formatBytes(bytesOf(project)),
    today: formatBytes(stored.get(project.id)?.dayBytes ?? 0),
    ...facts.kept.find(({ projectId }) => projectId === project.id),
  }));
  return { typed, found: found.length, rows };
}
