/**
 * Basis of an event's grouping key: a fingerprint, the calls, a message template, a message text,
 * or the type and value of the exception.
 */
export type GroupingKind = 'fingerprint' | 'stack' | 'template' | 'message' | 'value';

/**
 * Indexes of exceptions that are left out of the grouping key, because they repeat another
 * exception.
 */
export interface Repeats {
  /** Exceptions repeated within their chain. Their causes may still enter the key. */
  readonly inChains: Set<number>;
  /** Repeated members of a group. Everything below them is repeated as well. */
  readonly inGroups: Set<number>;
}

/** Parts of the grouping key of an event without a fingerprint. */
export interface Composition {
  readonly kind: GroupingKind;
  readonly parts: readonly string[];
  readonly repeats?: Repeats;
}

export interface GroupingPart {
  readonly of:
    | 'fingerprint'
    | 'logger'
    | 'template'
    | 'message'
    | 'type'
    | 'value'
    | 'place'
    | 'call';
  /**
   * Part of the grouping key, without numbers, hashes and other values that vary between events.
   */
  readonly text: string;
  readonly sent?: string;
}

/** Reason why a frame is not part of the grouping key. */
export type ExclusionReason =
  | 'machinery'
  | 'made by a machine'
  | 'unnamed'
  | 'library'
  | 'far from the failure'
  | 'says only where its code is kept'
  /** Calls around the recursion that overflowed the stack vary by chance. */
  | 'where the stack overflowed'
  /**
   * Callers of a recursion vary by chance when the engine keeps only the newest calls, or when the
   * stack begins within the recursion.
   */
  | 'before a recursion'
  | 'recursion'
  /** The stack shows where the log line was written, but log lines are grouped by their text. */
  | 'of a log line'
  /** The SDK adds the stack of a message by itself, so that the message alone counts. */
  | 'of a message'
  | 'suppressed'
  | 'repeated';

export interface DescribedFrame {
  readonly call: string;
  readonly counts: boolean;
  readonly why?: ExclusionReason;
  readonly as?: string;
  /**
   * True when only the place of the frame enters the grouping key, because no frame names its call.
   */
  readonly isPlace?: true;
}

export interface DescribedStack {
  /** Type of the exception; empty for a message. */
  readonly type: string;
  /** Outermost call first. */
  readonly frames: readonly DescribedFrame[];
}

export interface GroupingDescription {
  readonly kind: GroupingKind;
  readonly parts: readonly GroupingPart[];
  /**
   * Frames of each exception, or of the message. Empty when the grouping key comes from a
   * fingerprint without `{{ default }}`.
   */
  readonly stacks: readonly DescribedStack[];
}
