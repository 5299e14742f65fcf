export interface AuditedChange {
  readonly atMs: number;
  /** Absent when the configuration or an operator's command made the change. */
  readonly byUserId?: number;
  /** Absent for a change of the whole instance. */
  readonly projectId?: number;
  /** `area.change`, such as `settings.intake` and `project.renamed`. */
  readonly what: string;
  /** The key, person or field that changed. */
  readonly target?: string;
  /** JSON values before and after; absent for no value. Never a secret. */
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface AuditEntry extends AuditedChange {
  readonly id: number;
}

export interface AuditFilter {
  readonly projectId?: number;
  readonly byUserId?: number;
  /** One change, or all changes of an area when it ends with a dot. */
  readonly what?: string;
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly beforeId?: number;
  readonly limit: number;
}
