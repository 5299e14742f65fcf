import type { SpilledBody } from './body-file.ts';
import type { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from './spool-file.ts';

/** Which reports of a spool, queued or failed, have their body in a file. There are few: most asking is spared. */
export class SpilledBodies {
  private readonly statements;
  private rows: number;
  /** Of reports that have gone, in a transaction that may not be committed yet. */
  private gone: string[] = [];

  constructor(
    file: SpoolFile,
    private readonly folder: SpoolBodies,
  ) {
    this.statements = prepareStatements(file.db);
    const named = this.statements.listNames.all() as string[];
    this.rows = named.length;
    folder.removeUnnamed(new Set(named));
  }

  /** To be called within a write. */
  add(reportId: number, { name, bytes }: SpilledBody): void {
    this.statements.add.run(reportId, name, bytes);
  }

  /** To be called once that is committed: the file is no longer its writer's. */
  adopt({ name }: SpilledBody): void {
    this.rows += 1;
    this.folder.adopt(name);
  }

  find(reportId: number): SpilledBody | undefined {
    if (this.rows === 0) return undefined;
    return this.statements.find.get(reportId) as SpilledBody | undefined;
  }

  /** Whether the file is as it was when it was acknowledged. */
  isWhole(body: SpilledBody): boolean {
    return this.folder.has(body);
  }

  locate({ name }: SpilledBody): string {
    return this.folder.locate(name);
  }

  /** To be called within a write. Returns how many bytes the report had in a file. */
  remove(reportId: number): number {
    if (this.rows === 0) return 0;
    const removed = this.statements.remove.get(reportId) as SpilledBody | undefined;
    if (removed) this.gone.push(removed.name);
    return removed?.bytes ?? 0;
  }

  /** To be called after a write, with whether it was committed: only then files go. Never rejects. */
  async settle(isCommitted: boolean): Promise<void> {
    const names = this.gone;
    if (names.length === 0) return;
    this.gone = [];
    if (!isCommitted) return;
    this.rows -= names.length;
    await this.folder.remove(names);
  }

  /** Bytes in files, of the reports in that table. */
  measure(table: 'reports' | 'failed_reports'): number {
    return this.statements.measure[table].get() as number;
  }
}

function prepareStatements(db: SpoolFile['db']) {
  const measure = (table: string) =>
    db
      .prepare(
        `SELECT coalesce(sum(bytes), 0) FROM body_files WHERE report_id IN (SELECT id FROM ${table})`,
      )
      .pluck();
  return {
    listNames: db.prepare('SELECT name FROM body_files').pluck(),
    add: db.prepare('INSERT INTO body_files (report_id, name, bytes) VALUES (?, ?, ?)'),
    find: db.prepare('SELECT name, bytes FROM body_files WHERE report_id = ?'),
    remove: db.prepare('DELETE FROM body_files WHERE report_id = ? RETURNING name, bytes'),
    measure: { reports: measure('reports'), failed_reports: measure('failed_reports') },
  };
}
