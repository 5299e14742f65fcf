import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';

interface StoredFailure {
  readonly report_id: number;
  readonly project_id: number;
  readonly reason: string;
}

export function readFailures(dataDir: string): StoredFailure[] {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    const list = 'SELECT report_id, project_id, reason FROM failed_reports ORDER BY id';
    return db.prepare(list).all() as StoredFailure[];
  } finally {
    db.close();
  }
}
