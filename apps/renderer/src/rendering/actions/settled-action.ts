import type { ActionState, Flash } from '#shared';

/** What became of an action. */
export type SettledAction =
  | {
      readonly ok: true;
      readonly result: unknown;
      /** Tags of what it changed; absent when it did not say. */
      readonly invalidated?: readonly string[];
      /** What the visitor is told of it. */
      readonly flash?: Flash;
      /** For the document that answers it, of one that shows its result. */
      readonly state?: ActionState;
    }
  | { readonly ok: false; readonly state: ActionState };
