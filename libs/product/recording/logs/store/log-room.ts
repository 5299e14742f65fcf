import { logLimits } from '#shared';
import type { DayTables, KyselyDatabase } from '#persistence/stores';
import { readBudget } from '#product/recording/storage';

/** How long a measured size is used. */
const MEASURED_FOR_MS = 10_000;

/** Whether logs may use more of the storage budget. */
export class LogRoom {
  #measuredAtMs = -Infinity;
  #isFull = false;

  constructor(
    private readonly database: KyselyDatabase,
    private readonly days: DayTables,
  ) {}

  /** Sizes are measured at most every ten seconds of `nowMs`, the time of receipt. */
  async isFull(nowMs: number): Promise<boolean> {
    if (Math.abs(nowMs - this.#measuredAtMs) < MEASURED_FOR_MS) return this.#isFull;
    this.#isFull = (await this.measureExcess()) > 0;
    this.#measuredAtMs = nowMs;
    return this.#isFull;
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
