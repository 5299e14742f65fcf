import { listSpoolFolders, openSpoolFolderInTurns } from '../spool/opening/open-spool.ts';
import type { SpoolOperation } from '../spool/ports/spool-operation.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';

export interface ReadableSpool {
  readonly name: string;
  readonly isOwn: boolean;
  readonly spool: SpoolOperation;
}

export type SpoolReading<Result> =
  | { readonly state: 'seen'; readonly name: string; readonly result: Result }
  /** Another process has locked the spool, or this relay is emptying it. */
  | { readonly state: 'held'; readonly name: string }
  | { readonly state: 'unreadable'; readonly name: string; readonly error: unknown };

export interface ReadableSpoolsParts {
  readonly dataDir: string;
  readonly own: SpoolOperation;
}

export class ReadableSpools {
  /** Serializes calls, because a parallel call would find spools that the first call has locked. */
  private inspecting: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ReadableSpoolsParts) {}

  /**
   * Calls `use` for one spool after another, first for this relay's own spool. Each of the other
   * spools is locked during its call. Rejects when `use` rejects for the own spool, or when the
   * folder of the spools cannot be read.
   */
  inspectEach<Result>(
    use: (spool: ReadableSpool) => Promise<Result>,
  ): Promise<SpoolReading<Result>[]> {
    const inspectAll = this.inspecting.then(() => this.look(use));
    this.inspecting = inspectAll.catch(() => undefined);
    return inspectAll;
  }

  private async look<Result>(
    use: (spool: ReadableSpool) => Promise<Result>,
  ): Promise<SpoolReading<Result>[]> {
    const { dataDir, own } = this.parts;
    const ownName = own.folder;
    const result = await use({ name: ownName, isOwn: true, spool: own });
    const readings: SpoolReading<Result>[] = [{ state: 'seen', name: ownName, result }];
    for (const name of listSpoolFolders(dataDir).toSorted()) {
      if (name !== ownName) readings.push(await this.inspectOther(name, use));
    }
    return readings;
  }

  /** Returns a failure as a value, so that one unreadable spool does not hide the others. */
  private async inspectOther<Result>(
    name: string,
    use: (spool: ReadableSpool) => Promise<Result>,
  ): Promise<SpoolReading<Result>> {
    try {
      const opening = await openSpoolFolderInTurns(this.parts.dataDir, name);
      if (!opening.ok) return { state: 'held', name };
      try {
        const spool = new SqliteSpool(opening.file);
        return { state: 'seen', name, result: await use({ name, isOwn: false, spool }) };
      } finally {
        opening.file.close();
      }
    } catch (error) {
      return { state: 'unreadable', name, error };
    }
  }
}
