import { isDamage } from './is-damage.ts';
import { findFile, isFileAt } from '../disk/same-file.ts';

export type SpoolEnd =
  | { readonly kind: 'damaged'; readonly fault: Error }
  | { readonly kind: 'lost' };

export interface SpoolWatchOptions {
  readonly path: string;
  /**
   * Whether the segment that is being written is still at its path. Otherwise the next opening
   * would not find the bodies in that segment.
   */
  readonly areBodiesInPlace: () => boolean;
  /** Called before the listeners. Must not throw. */
  readonly giveUp: (end: SpoolEnd) => void;
}

export class SpoolWatch {
  private readonly opened;
  private readonly listeners: ((end: SpoolEnd) => void)[] = [];
  private fault: Error | undefined;
  private ending: SpoolEnd | undefined;

  constructor(private readonly options: SpoolWatchOptions) {
    this.opened = findFile(options.path);
  }

  get end(): SpoolEnd | undefined {
    return this.ending;
  }

  /**
   * Calls `listener` once, after the spool was given up. Calls it at once when the spool was given
   * up before, which may happen during a relay's start.
   */
  onOver(listener: (end: SpoolEnd) => void): void {
    if (this.ending) listener(this.ending);
    else this.listeners.push(listener);
  }

  /**
   * Gives the spool up when SQLite reported damage, and ignores errors that may not recur. Waits
   * for the next turn of the event loop, so that no write is under way.
   */
  noteFault(error: unknown): void {
    if (this.ending || this.fault || !isDamage(error)) return;
    this.fault = error;
    setImmediate(() => this.decide());
  }

  decide(): void {
    if (this.fault) this.finish({ kind: 'damaged', fault: this.fault });
  }

  /**
   * Gives the spool up when its paths no longer lead to the open files, because later writes would
   * be lost when this process ends.
   */
  checkFiles(): void {
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
