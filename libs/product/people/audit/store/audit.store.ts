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
  /** Only entries before that one. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Who changed what. Entries are added, and only the oldest of very many are removed. */
export abstract class AuditStore {
  /** Notes a change that another store has made already. Stores that make changes themselves note them with these. */
  abstract note(change: AuditedChange): Promise<void>;

  /** The latest first. */
  abstract list(filter: AuditFilter): Promise<AuditEntry[]>;

  /**
   * Removes some of the oldest entries beyond the newest `keep`: one short transaction, however many there are. Resolves
   * with whether there was something to remove: there may be more.
   */
  abstract removeOld(keep: number): Promise<boolean>;

  /** Every `what` there is, in alphabetical order, and the ids of all who changed something. */
  abstract listFacets(): Promise<{ readonly kinds: string[]; readonly userIds: number[] }>;
}
