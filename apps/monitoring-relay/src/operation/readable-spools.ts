import { listSpoolFolders, openSpoolFolderInTurns } from '../spool/opening/open-spool.ts';
import type { SpoolOperation } from '../spool/ports/spool-operation.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';

/** A spool that was looked into, by the name of its folder, which is unlike that of a copy. */
export interface SpoolAtHand {
  readonly name: string;
  readonly isOwn: boolean;
  readonly spool: SpoolOperation;
}

/** What became of the look into one spool. */
export type Look<Result> =
  | { readonly state: 'seen'; readonly name: string; readonly result: Result }
  /** Others have it, or this relay is emptying it. */
  | { readonly state: 'held'; readonly name: string }
  | { readonly state: 'unreadable'; readonly name: string; readonly error: unknown };

export interface SpoolsAtHandParts {
  readonly dataDir: string;
  /** Of this relay; held as long as it lives. */
  readonly own: SpoolOperation;
}

/** The spools that this relay can look into: its own, and those below its folder that nobody holds. */
export class SpoolsAtHand {
  /** One look at a time: the next one would meet the spools held by it. */
  private looking: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: SpoolsAtHandParts) {}

  /**
   * Gives each to `use`, its own first, one after the other; those of others are held meanwhile. Rejects as `use` does on its own spool, and when the folder cannot be read.
   */
  lookInto<Result>(use: (spool: SpoolAtHand) => Promise<Result>): Promise<Look<Result>[]> {
    const look = this.looking.then(() => this.look(use));
    this.looking = look.catch(() => undefined);
    return look;
  }

  private async look<Result>(
    use: (spool: SpoolAtHand) => Promise<Result>,
  ): Promise<Look<Result>[]> {
    const { dataDir, own } = this.parts;
    const ownName = own.folder;
    const result = await use({ name: ownName, isOwn: true, spool: own });
    const looks: Look<Result>[] = [{ state: 'seen', name: ownName, result }];
    for (const name of listSpoolFolders(dataDir).toSorted()) {
      if (name !== ownName) looks.push(await this.lookIntoLeft(name, use));
    }
    return looks;
  }

  /** One that cannot be read hides no other. */
  private async lookIntoLeft<Result>(
    name: string,
    use: (spool: SpoolAtHand) => Promise<Result>,
  ): Promise<Look<Result>> {
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
