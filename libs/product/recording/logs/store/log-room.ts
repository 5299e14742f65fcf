import { logLimits } from '#shared';
import type { DayTables, KyselyDatabase } from '#persistence/stores';
import { readBudget } from '#product/recording/storage';

/** How long a measured size is used. */
const MEASURED_FOR_MS = 10_000;

/** Whether logs may use more of the storage budget. */
export class LogRoom {
  #measured = { day: '', atMs: -Infinity, isFull: false };

  constructor(
    private readonly database: KyselyDatabase,
    private readonly days: DayTables,
  ) {}

  /**
   * Whether the day alone exceeds the logs' part of the budget. A job deletes older days. Measures
   * at most every ten seconds of `nowMs`, the time of receipt.
   */
  async isFull(day: string, nowMs: number): Promise<boolean> {
    const { day: of, atMs, isFull } = this.#measured;
    if (of === day && Math.abs(nowMs - atMs) < MEASURED_FOR_MS) return isFull;
    const budget = await readBudget(this.database.kysely);
    const isOver = budget > 0 && (await this.days.measure(day)) > budget * logLimits.budgetShare;
    this.#measured = { day, atMs: nowMs, isFull: isOver };
    return isOver;
  }

  /** Returns the bytes that logs use beyond their part of the budget; not above 0 when they fit. */
  async measureExcess(): Promise<number> {
    const budget = await readBudget(this.database.kysely);
    if (budget === 0) return 0;
    const days = await this.days.list();
    const bytes = await Promise.all(days.map((day) => this.days.measure(day)));
    return bytes.reduce((sum, each) => sum + each, 0) - budget * logLimits.budgetShare;
  }
}
