import type { KeyScope } from '#shared';
import type { SpoolFile } from '../file/spool-file.ts';

export interface MirroredKey {
  readonly publicKey: string;
  readonly projectId: number;
  readonly projectSlug: string;
  readonly enabled: boolean;
  /**
   * Reports per minute for the key. When this or `projectPerMinute` is absent, the relay's own
   * settings apply.
   */
  readonly keyPerMinute?: number;
  readonly projectPerMinute?: number;
  /** When absent, pages of any origin may report. */
  readonly allowedOrigins?: readonly string[];
  /** Kinds that the key may send. When absent, it may send everything. */
  readonly scope?: KeyScope;
}

/**
 * Stores the last known keys, so that the relay takes reports while the database is unavailable,
 * even after a restart.
 */
export abstract class KeyArchive {
  abstract read(): Promise<MirroredKey[]>;

  /** Replaces all keys. Rejects with `spool.unavailable` when they cannot be written. */
  abstract replace(keys: readonly MirroredKey[]): Promise<void>;
}

const INSERT_KEY = `
  INSERT INTO project_keys
    (public_key, project_id, project_slug, enabled, key_per_minute, project_per_minute, allowed_origins, scope)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

interface Row {
  readonly public_key: string;
  readonly project_id: number;
  readonly project_slug: string;
  readonly enabled: number;
  readonly key_per_minute: number | null;
  readonly project_per_minute: number | null;
  readonly allowed_origins: string | null;
  readonly scope: KeyScope | null;
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
        keyPerMinute: row.key_per_minute ?? undefined,
        projectPerMinute: row.project_per_minute ?? undefined,
        allowedOrigins: row.allowed_origins === null ? undefined : row.allowed_origins.split(' '),
        scope: row.scope ?? undefined,
      })),
    );
  }

  override replace(keys: readonly MirroredKey[]): Promise<void> {
    return this.file.write(() => {
      this.file.db.prepare('DELETE FROM project_keys').run();
      const insert = this.file.db.prepare(INSERT_KEY);
      for (const key of keys) {
        const { publicKey, projectId, projectSlug, enabled } = key;
        const rates = [key.keyPerMinute ?? null, key.projectPerMinute ?? null];
        const rest = [key.allowedOrigins?.join(' ') ?? null, key.scope ?? null];
        insert.run(publicKey, projectId, projectSlug, enabled ? 1 : 0, ...rates, ...rest);
      }
    });
  }
}
