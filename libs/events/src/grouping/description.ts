/** By what an event is grouped: what its SDK says, calls, a template, a text, or type and value of what was raised. */
export type GroupingKind = 'fingerprint' | 'stack' | 'template' | 'message' | 'value';

/** One thing that a key is made of. */
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
  /** As the key has it: without numbers, hashes and other things that differ from event to event. */
  readonly text: string;
  /** Of a fingerprint whose variables were filled in: as its SDK sent it. */
  readonly sent?: string;
}

/** Why a frame does not count for a key. */
export type WhyNot =
  /** It raises, reports, logs or reflects. */
  | 'machinery'
  /** A compiler or a runtime made the call. */
  | 'made by a machine'
  /** Nothing names it. */
  | 'unnamed'
  /** A library's, in an event that has frames of the application. */
  | 'library'
  /** A library's, further from the failure than the frames that count. */
  | 'far from the failure'
  /** It names its bundle or image, and other frames name their calls. */
  | 'says only where its code is kept'
  /** Calls before and after the recursion that overflowed the stack are chance. */
  | 'where the stack overflowed'
  /** Calls before a recursion are chance where an engine keeps the newest alone, or the stack begins within one. */
  | 'before a recursion'
  /** The same call counts already. */
  | 'recursion'
  /** Says where a line was logged, and the line is grouped by its text. */
  | 'of a log line'
  /** Of an exception that was suppressed. */
  | 'suppressed'
  /** Of an exception that counts already, in the same chain or group. */
  | 'repeated';

export interface DescribedFrame {
  /** As the SDK named it. */
  readonly call: string;
  readonly counts: boolean;
  /** Why it does not count. */
  readonly why?: WhyNot;
  /** What the key has of a frame that counts: the text of a call, or of a place. */
  readonly as?: string;
  /** Its place counts alone, since no frame names its call. */
  readonly isPlace?: true;
}

export interface DescribedStack {
  /** Of the exception; empty for a message. */
  readonly type: string;
  /** Outermost call first. */
  readonly frames: readonly DescribedFrame[];
}

/** What grouping makes of an event, for people. */
export interface GroupingDescription {
  readonly kind: GroupingKind;
  /** What the key is made of, in its order. */
  readonly parts: readonly GroupingPart[];
  /** The frames of each exception, or of the message. Empty where a fingerprint decides without them. */
  readonly stacks: readonly DescribedStack[];
}
