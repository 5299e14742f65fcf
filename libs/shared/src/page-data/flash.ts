import type { LinkTarget } from '../address/to.ts';

/** What was done, told once, on the page that is shown after it. */
export interface Flash {
  /** Sentences. */
  readonly text: string;
  /** Absent where it cannot be undone. */
  readonly undo?: FlashUndo;
}

/** A form that takes back what was done. */
export interface FlashUndo {
  /** Name of an action. */
  readonly action: string;
  /**
   * Address of the page that has it, within the application. Where it is told that is known: the page that it came
   * with, since the visitor may be at another one by then.
   */
  readonly at?: LinkTarget;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** On its button; `Undo` unless said. */
  readonly label?: string;
}
