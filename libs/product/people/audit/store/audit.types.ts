/** A change of settings. */
export interface AuditedChange {
  readonly atMs: number;
  /** Absent where the configuration or the operator's command made it. */
  readonly byUserId?: number;
  /** Absent where it is of the whole instance. */
  readonly projectId?: number;
  /** `area.change`, such as `settings.intake` and `project.renamed`. */
  readonly what: string;
  /** The key or the person that it is about. */
  readonly target?: string;
  /** JSON values; absent where there was, or is, nothing. Never a secret. */
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface AuditEntry extends AuditedChange {
  /** Later ones are larger. */
  readonly id: number;
}

export interface AuditFilter {
  readonly projectId?: number;
  readonly byUserId?: number;
  /** One, or with a dot at its end all of an area. */
  readonly what?: string;
  /** Not earlier than this. */
  readonly sinceMs?: number;
  /** Earlier than this. */
  readonly untilMs?: number;
  /** Only entries before that one. */
  readonly beforeId?: number;
  readonly limit: number;
}
