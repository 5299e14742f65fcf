import type { SpilledBody } from '../ports/spool-intake.ts';
import type { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * Tracks the bodies that are in files of their own, for reports of both queues. While no body is in
 * a file, `find` needs no query.
 */
export class SpilledBodies {
  private readonly statements;
  private rows: number;
  private gone: { readonly name: string; readonly isLast: boolean }[] = [];

  constructor(
    file: SpoolFile,
    private readonly folder: SpoolBodies,
  ) {
    this.statements = prepareStatements(file.db);
    const named = this.statements.listNames.all() as string[];
    this.rows = named.length;
    folder.removeUnnamed(new Set(named));
  }

  /** Call this inside the transaction that stores the report. */
  add(reportId: number, { name, bytes }: SpilledBody): void {
    this.statements.add.run(reportId, name, bytes);
  }

  /** Call this after the commit. From then on, the file belongs to the spool. */
  adopt({ name }: SpilledBody): void {
    this.rows += 1;
    this.folder.adopt(name);
  }

  find(reportId: number): SpilledBody | undefined {
    if (this.rows === 0) return undefined;
    return this.statements.find.get(reportId) as SpilledBody | undefined;
  }

  isWhole(body: SpilledBody): boolean {
    return this.folder.has(body);
  }

  locate({ name }: SpilledBody): string {
    return this.folder.locate(name);
  }

  /**
   * Call this inside a transaction, after removing a row of the report. The file is deleted
   * together with its last row. Returns the size of the report's file, or 0.
   */
  remove(reportId: number): number {
    const body = this.find(reportId);
    if (!body || this.statements.isNamed.get({ id: reportId }) === 1) return body?.bytes ?? 0;
    this.statements.remove.run(reportId);
    const isLast = this.statements.isShared.get(body.name) === 0;
    this.gone.push({ name: body.name, isLast });
    return body.bytes;
  }

  /**
   * Call this after each transaction. Deletes the files of removed reports, but only when the
   * transaction was committed. Never rejects.
   */
  async settle(isCommitted: boolean): Promise<void> {
    const { gone } = this;
    if (gone.length === 0) return;
    this.gone = [];
    if (!isCommitted) return;
    this.rows -= gone.length;
    await this.folder.remove(gone.flatMap(({ name, isLast }) => (isLast ? name : [])));
  }

  measure(): number {
    return this.statements.measure.get() as number;
  }
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    listNames: db.prepare('SELECT name FROM body_files').pluck(),
    add: db.prepare('INSERT INTO body_files (report_id, name, bytes) VALUES (?, ?, ?)'),
    find: db.prepare('SELECT name, bytes FROM body_files WHERE report_id = ?'),
    isNamed: db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM reports WHERE id = @id)
           OR EXISTS (SELECT 1 FROM forwards WHERE id = @id)`,
      )
      .pluck(),
    isShared: db.prepare('SELECT EXISTS (SELECT 1 FROM body_files WHERE name = ?)').pluck(),
    remove: db.prepare('DELETE FROM body_files WHERE report_id = ?'),
    measure: db
      .prepare(
        'SELECT coalesce(sum(bytes), 0) FROM body_files WHERE report_id IN (SELECT id FROM reports)',
      )
      .pluck(),
  };
}
