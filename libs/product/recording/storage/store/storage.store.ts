/** How much of the storage budget a project has used. */
export interface ProjectStorage {
  readonly projectId: number;
  readonly bytes: number;
  /** Of what came on the day of UTC that is asked for. */
  readonly dayBytes: number;
  /** When the first thing of that day came that was beyond the budget. */
  readonly refusedTodayMs?: number;
  /** The same of the first of the days up to that one on each of which something was. */
  readonly refusedSinceMs?: number;
}

export interface StorageState {
  /** 0: there is no budget. */
  readonly budgetBytes: number;
  /** Whether STORAGE_BUDGET_BYTES says so; else it was measured at first start. */
  readonly isSet: boolean;
  /** Those that have stored something, or were refused something; by id. */
  readonly projects: readonly ProjectStorage[];
}

/** How much is stored of what projects sent, and how much may be. `ReportStore.record` counts it. */
export abstract class StorageStore {
  /**
   * To be called at start. `setBytes`: what the operator wants, 0 for no budget. Undefined: what `measure` resolves with,
   * in bytes, the first time; from then on that is remembered.
   */
  abstract settle(
    setBytes: number | undefined,
    measure: () => Promise<number | undefined>,
  ): Promise<void>;

  abstract getState(nowMs: number): Promise<StorageState>;
}
