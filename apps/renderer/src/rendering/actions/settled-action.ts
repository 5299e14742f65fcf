import type { ActionState, Flash } from '#shared';

export type SettledAction =
  | {
      readonly ok: true;
      readonly result: unknown;
      /** Tags of the changed segments; absent when everything on the page counts as changed. */
      readonly invalidated?: readonly string[];
      readonly flash?: Flash;
      readonly state?: ActionState;
    }
  | { readonly ok: false; readonly state: ActionState };
