import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { describeError } from '../logging/describe-error.ts';
import { Logger } from '../logging/logger.ts';

/** Reports of a spool over which its process may have ended. */
export interface ClaimsInHand {
  /** Handed out, and not known to be done with. Some may have left the queue since. */
  readonly ids: readonly number[];
  /**
   * One of them that was handed out alone, and how often, without being done with once. A time after which it had been
   * processed, and was to be recorded, is a part of one.
   */
  readonly lone?: { readonly id: number; readonly times: number };
}

const WRITE_OR_MAKE = constants.O_WRONLY | constants.O_CREAT;
const NOTHING: ClaimsInHand = { ids: [] };

/**
 * What of a spool is handed out, in a file beside it, for whoever opens it after its process has ended. It is written
 * with each claim and not synced: that outlives a process, not the machine, and no report ends a machine. One line, by
 * one call, so that it is never half of another.
 */
export class ClaimMark {
  private readonly logger = new Logger(ClaimMark.name);
  private descriptor: number | undefined;
  private isFailing = false;
  private isLeft = false;

  constructor(private readonly path: string) {}

  /** Nothing after an orderly end, and where it cannot be read: it decides in which order reports are tried, and no more. */
  read(): ClaimsInHand {
    try {
      const [line = ''] = readFileSync(this.path, 'utf8').split('\n', 1);
      return parseClaims(JSON.parse(line));
    } catch {
      return NOTHING;
    }
  }

  /** Where it cannot be written, processing goes on without it. */
  write(claims: ClaimsInHand): void {
    if (this.isLeft) return;
    try {
      this.descriptor ??= openSync(this.path, WRITE_OR_MAKE, 0o600);
      writeSync(this.descriptor, `${JSON.stringify(claims)}\n`, 0);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.warn(`${this.path} cannot be written. ${describeError(error)}`);
      this.isFailing = true;
    }
  }

  /** To be called when nothing is handed out any more, and nobody ended over it. */
  clear(): void {
    if (this.isLeft) return;
    this.closeFile();
    try {
      rmSync(this.path, { force: true });
    } catch (error) {
      this.logger.warn(`${this.path} cannot be removed. ${describeError(error)}`);
    }
  }

  /** From now on it is of another spool, and neither written nor removed: what is still handed out is of this one. */
  leave(): void {
    this.closeFile();
    this.isLeft = true;
  }

  private closeFile(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }
}

/** Throws when it is something else: an earlier line that was longer, or what a power cut left. */
function parseClaims(value: unknown): ClaimsInHand {
  const { ids, lone } = value as ClaimsInHand;
  const isWhole =
    ids.every(Number.isSafeInteger) &&
    (lone === undefined ||
      (Number.isSafeInteger(lone.id) && Number.isFinite(lone.times) && lone.times >= 0));
  return isWhole ? { ids, ...(lone ? { lone } : {}) } : NOTHING;
}
