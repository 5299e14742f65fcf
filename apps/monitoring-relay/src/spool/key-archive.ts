import type { SpoolFile } from './spool-file.ts';

/** A project's key as intake needs it. */
export interface MirroredKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly projectSlug: string;
  readonly enabled: boolean;
}

/** The last known keys, kept so that reports are taken while the database is away, even after a restart. */
export abstract class KeyArchive {
  abstract read(): Promise<MirroredKey[]>;

  /** Replaces them all. Rejects with `spool.unavailable` when that cannot be written. */
  abstract replace(keys: readonly MirroredKey[]): Promise<void>;
}

interface Row {
  readonly public_key: string;
  readonly project_id: number;
  readonly project_slug: string;
  readonly enabled: number;
}

export class SqliteKeyArchive extends KeyArchive {
  constructor(private readonly file: SpoolFile) {
    super();
  }

  override read(): Promise<MirroredKey[]> {
    const rows = this.file.db.prepare('SELECT * FROM project_keys').all() as Row[];
    return Promise.resolve(
      rows.map((row) => ({
        publicKey: row.public_key,
        projectId: row.project_id,
        projectSlug: row.project_slug,
        enabled: row.enabled === 1,
      })),
    );
  }

  override replace(keys: readonly MirroredKey[]): Promise<void> {
    return this.file.write(() => {
      this.file.db.prepare('DELETE FROM project_keys').run();
      const insert = this.file.db.prepare('INSERT INTO project_keys VALUES (?, ?, ?, ?)');
      for (const key of keys) {
        insert.run(key.publicKey, key.projectId, key.projectSlug, key.enabled ? 1 : 0);
      }
    });
  }
}
