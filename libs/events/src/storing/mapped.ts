import type { MissCause } from '#shared';

export interface MissedFrame {
  readonly miss: MissCause;
}

/** Where code stood before a build, as its map says. Lines and columns count from 1. */
export interface OriginalFrame {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** Name of the function; absent where nobody knows it. */
  readonly name?: string;
  /** Whether the map calls its source a library's. */
  readonly isLibrary?: boolean;
  /** Lines of the source around it, where the map has them. */
  readonly context?: {
    readonly before: readonly string[];
    readonly line: string;
    readonly after: readonly string[];
  };
}

export interface MappedFrame extends OriginalFrame {
  /** Place in the list of files. */
  readonly file: number;
}

/** A file that was uploaded, by which frames were mapped. */
export interface MappingFile {
  readonly url: string;
  readonly debugId?: string;
}

/** The original places of an event's frames. They are stored beside the event, which stays as it was sent. */
export interface Mapped {
  readonly files: readonly MappingFile[];
  /** For each stack (`listStacks`) its frames in the order in which they were sent; null for a frame that no map concerns. */
  readonly stacks: readonly (readonly (MappedFrame | MissedFrame | null)[])[];
}

export function isMapped(
  frame: MappedFrame | MissedFrame | null | undefined,
): frame is MappedFrame {
  return frame !== null && frame !== undefined && 'source' in frame;
}
