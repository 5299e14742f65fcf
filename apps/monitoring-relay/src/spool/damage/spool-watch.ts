import { isDamage } from './is-damage.ts';
import { findFile, isFileAt } from '../disk/same-file.ts';

/** Why an open spool cannot be used any more: SQLite has met damage, or files of it are not on the disk any more. */
export type SpoolEnd =
  | { readonly kind: 'damaged'; readonly fault: Error }
  | { readonly kind: 'lost' };

export interface SpoolWatchOptions {
  /** Of its file. */
  readonly path: string;
  /** Whether whoever opens it next finds the file that bodies were written to last. */
  readonly areBodiesInPlace: () => boolean;
  /** Called before those who listen. Must not throw. */
  readonly giveUp: (end: SpoolEnd) => void;
}

/** Decides when a spool that is open is given up, once and for all. */
export class SpoolWatch {
  private readonly opened;
  private readonly listeners: ((end: SpoolEnd) => void)[] = [];
  private fault: Error | undefined;
  private ending: SpoolEnd | undefined;

  constructor(private readonly options: SpoolWatchOptions) {
    this.opened = findFile(options.path);
  }

  /** Why it was given up; undefined as long as it is used. */
  get end(): SpoolEnd | undefined {
    return this.ending;
  }

  /** Called once, after it was given up: at once where it was before, as by a relay that was still starting. */
  onOver(listener: (end: SpoolEnd) => void): void {
    if (this.ending) listener(this.ending);
    else this.listeners.push(listener);
  }

  /** Of what SQLite said; what is no damage may pass. The spool is given up in the next turn of the event loop, outside of a write. */
  noteFault(error: unknown): void {
    if (this.ending || this.fault || !isDamage(error)) return;
    this.fault = error;
    setImmediate(() => this.decide());
  }

  /** Gives up now what was found damaged. */
  decide(): void {
    if (this.fault) this.finish({ kind: 'damaged', fault: this.fault });
  }

  /** Whether its files are still those that are open: else what is written to them is gone with this process. */
  look(): void {
    const { path, areBodiesInPlace } = this.options;
    if (!isFileAt(path, this.opened) || !areBodiesInPlace()) this.finish({ kind: 'lost' });
  }

  private finish(end: SpoolEnd): void {
    if (this.ending) return;
    this.ending = end;
    this.options.giveUp(end);
    for (const listener of this.listeners) listener(end);
  }
}
