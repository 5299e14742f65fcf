declare const ACTION: unique symbol;

/**
 * What an action's method and the views that send it agree on, a type alone: its name, the class of its fields, and
 * what it returns. It stands in a `*.dto.ts`:
 *
 * `export type ResolveAction = ActionOf<'resolve', ResolveDto, ResolveResult>`
 */
export interface ActionOf<Name extends string, Fields extends object, Result = void> {
  readonly [ACTION]: { readonly name: Name; readonly fields: Fields; readonly result: Result };
}

export type AnyAction = ActionOf<string, object, unknown>;

/** One of which nothing is known: any name, any fields. */
export type SomeAction = ActionOf<string, Readonly<Record<string, unknown>>, unknown>;

export type ActionName<A extends AnyAction> = A[typeof ACTION]['name'];
export type ActionFields<A extends AnyAction> = A[typeof ACTION]['fields'];
export type ActionResult<A extends AnyAction> = A[typeof ACTION]['result'];
