declare const ACTION: unique symbol;

/**
 * Type of an action, shared by its method and the views that call it: name, class of the fields,
 * result. Declare this type in a `*.dto.ts`:
 *
 * `export type ResolveAction = ActionOf<'resolve', ResolveDto, ResolveResult>`
 */
export interface ActionOf<Name extends string, Fields extends object, Result = void> {
  readonly [ACTION]: { readonly name: Name; readonly fields: Fields; readonly result: Result };
}

export type AnyAction = ActionOf<string, object, unknown>;

export type SomeAction = ActionOf<string, Readonly<Record<string, unknown>>, unknown>;

export type ActionName<A extends AnyAction> = A[typeof ACTION]['name'];
export type ActionFields<A extends AnyAction> = A[typeof ACTION]['fields'];
export type ActionResult<A extends AnyAction> = A[typeof ACTION]['result'];
