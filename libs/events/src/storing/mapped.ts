import type { MissCause } from '#shared';

export interface MissedFrame {
  readonly miss: MissCause;
}

/** Place in the original source, from a source map. Lines and columns count from 1. */
export interface OriginalFrame {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
  readonly isLibrary?: boolean;
  readonly context?: {
    readonly before: readonly string[];
    readonly line: string;
    readonly after: readonly string[];
  };
}

export interface MappedFrame extends OriginalFrame {
  readonly file: number;
}

export interface MappingFile {
  readonly url: string;
  readonly debugId?: string;
}

/**
 * Original places of an event's frames. They are stored beside the event, which stays as it was
 * sent.
 */
export interface Mapped {
  readonly files: readonly MappingFile[];
  /**
   * Frames of each stack of `listStacks`, in the order sent; null for a frame that needs no source
   * map.
   */
  readonly stacks: readonly (readonly (MappedFrame | MissedFrame | null)[])[];
}

export function isMapped(
  frame: MappedFrame | MissedFrame | null | undefined,
): frame is MappedFrame {
  return frame !== null && frame !== undefined && 'source' in frame;
}
