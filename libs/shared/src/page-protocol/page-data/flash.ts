import type { LinkTarget } from '../address/to.ts';

/** Message about what an action did. The next page shows it once. */
export interface Flash {
  readonly text: string;
  readonly undo?: FlashUndo;
}

export interface FlashUndo {
  readonly action: string;
  /**
   * Page that has the action. Set whenever a flash is sent, because the visitor may be on another
   * page when they undo.
   */
  readonly at?: LinkTarget;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly label?: string;
}
