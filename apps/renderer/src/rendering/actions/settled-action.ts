import type { ActionState } from '#shared';

/** What became of an action. */
export type SettledAction =
  | {
      readonly ok: true;
      readonly result: unknown;
      /** Tags of what it changed; absent when it did not say. */
      readonly invalidated?: readonly string[];
    }
  | { readonly ok: false; readonly state: ActionState };
