import type { LinkTarget } from '../address/to.ts';

/** Message about what was done, shown once on the next page. */
export interface Flash {
  readonly text: string;
  readonly undo?: FlashUndo;
}

export interface FlashUndo {
  readonly action: string;
  /**
   * Page that has the action. Set whenever a flash is sent, because the visitor may be on another
   * page by then.
   */
  readonly at?: LinkTarget;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly label?: string;
}
