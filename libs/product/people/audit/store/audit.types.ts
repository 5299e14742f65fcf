export interface AuditedChange {
  readonly atMs: number;
  /** Absent when the configuration or an operator's command made the change. */
  readonly byUserId?: number;
  readonly projectId?: number;
  /** Name of the change, as `area.change`: `settings.intake`, `project.renamed`. */
  readonly what: string;
  readonly target?: string;
  /**
   * Values before and after the change, as JSON; absent for no value. They must not contain a
   * secret.
   */
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface AuditEntry extends AuditedChange {
  readonly id: number;
}

export interface AuditFilter {
  readonly projectId?: number;
  readonly byUserId?: number;
  /**
   * One change (`project.renamed`), or all changes of an area (`project.`, with a dot at the end).
   */
  readonly what?: string;
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly beforeId?: number;
  readonly limit: number;
}
