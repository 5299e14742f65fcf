import type { DatabaseKind } from '../database.ts';

/** What a copy of a database holds, as JSON; a restored one is checked against it. */
export interface DatabaseContents {
  readonly kind: DatabaseKind;
  /** `set/name` of each step that had run. */
  readonly migrations: readonly string[];
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of each table, in the order in which its file has them. PostgreSQL only. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** The last value that each sequence gave, none of one that was never asked. PostgreSQL only. */
  readonly sequences?: Readonly<Record<string, number>>;
}

export interface ReportIdentity {
  readonly origin: string;
  readonly id: number;
}

/** A database as it was at one moment, whatever is written to it meanwhile. */
export abstract class DatabaseSnapshot {
  /** Whether it is one of Errata: a service has made its tables. */
  abstract hasInstallation(): Promise<boolean>;

  /** Whether a project in it has one of these public keys; undefined where it has no table for that. */
  abstract hasKeyAmong(publicKeys: readonly string[]): Promise<boolean | undefined>;

  /**
   * Those of these reports that it has recorded, as far as it remembers. Undefined where it has no table for that: it
   * belongs to a relay that records none.
   */
  abstract findRecorded(
    reports: readonly ReportIdentity[],
  ): Promise<readonly ReportIdentity[] | undefined>;

  /**
   * Writes it into files of `folder`, which exists. Rejects with a RangeError when it is damaged or of a newer version, with
   * what the disk says, or `database.unavailable`.
   */
  abstract copyTo(folder: string): Promise<DatabaseContents>;

  abstract close(): Promise<void>;
}
