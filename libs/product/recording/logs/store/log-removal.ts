import { logLimits } from '#shared';
import type { DayTables, KyselyDatabase } from '#persistence/stores';
import { SettingsStore } from '#product/projects/projects';
import { findExcess, type LogUse } from '../rules/log-shares.ts';
import { giveUp, listUses, readLogBudget } from './log-shares.ts';
import { logSettings } from './log-settings.ts';
import { toDay, toFirstDay } from './to-day.ts';

interface DayUse extends LogUse {
  readonly day: string;
}

/** Deletes logs that are too old, and those of projects that use more than their share. */
export class LogRemoval {
  /** Past days of which rows were deleted. The space of a present day is used again. */
  readonly #freed = new Set<string>();

  constructor(
    private readonly database: KyselyDatabase,
    private readonly days: DayTables,
  ) {}

  /** Deletes a day, or some logs of a project. Returns false when nothing was left to delete. */
  async removeNext(nowMs: number): Promise<boolean> {
    const days = (await this.days.list()).toReversed();
    const kept = await this.#listKeptDays();
    const [oldest] = days;
    const first = toFirstDay(nowMs, Math.max(1, ...kept.values()));
    if (oldest !== undefined && oldest < first) {
      await this.days.drop(oldest);
      return true;
    }
    const uses = await listUsesOf(this.days, days);
    const old = uses.find(({ day, projectId }) => {
      return day < toFirstDay(nowMs, kept.get(projectId) ?? 0);
    });
    const found = old ? { ...old, bytes: Infinity } : await this.#findCrowded(uses);
    if (!found) return this.#giveBack();
    await this.days.write(found.day, (transaction) => giveUp(transaction, found));
    if (found.day < toDay(nowMs)) this.#freed.add(found.day);
    return true;
  }

  /** Returns what the project that uses most gives up of its oldest day. */
  async #findCrowded(uses: readonly DayUse[]): Promise<DayUse | undefined> {
    const budgetBytes = await readLogBudget(this.database.kysely);
    const excess = findExcess(sumUses(uses), { budgetBytes, share: logLimits.projectShare });
    const oldest = uses.find(({ projectId }) => projectId === excess?.projectId);
    return excess && oldest && { ...excess, day: oldest.day };
  }

  async #giveBack(): Promise<boolean> {
    const [day] = this.#freed;
    if (day === undefined) return false;
    // A day whose space cannot be given back is not tried again at once.
    this.#freed.delete(day);
    if (await this.days.giveBack(day)) this.#freed.add(day);
    return true;
  }

  async #listKeptDays(): Promise<ReadonlyMap<number, number>> {
    const projects = await this.database.kysely.selectFrom('projects').select('id').execute();
    const set = await new SettingsStore(this.database).list(logSettings);
    return new Map(projects.map(({ id }) => [id, set.get(id)?.days ?? logSettings.defaults.days]));
  }
}

/** Returns what projects use of the days, in the order of the days. */
export async function listUsesOf(
  days: DayTables,
  names: readonly string[],
): Promise<readonly DayUse[]> {
  const uses: DayUse[] = [];
  for (const day of names) {
    for (const use of await listUses(days, day)) uses.push({ ...use, day });
  }
  return uses;
}

function sumUses(uses: readonly LogUse[]): readonly LogUse[] {
  const sums = new Map<number, number>();
  for (const { projectId, bytes } of uses) sums.set(projectId, (sums.get(projectId) ?? 0) + bytes);
  return [...sums].map(([projectId, bytes]) => ({ projectId, bytes }));
}
