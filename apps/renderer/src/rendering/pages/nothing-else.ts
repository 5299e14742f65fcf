/**
 * What a loader returns travels whole: more than its view takes would be sent, and seen. A parameter
 * that is also of this type is refused then.
 */
export type NothingElse<Loader extends (...parameters: never[]) => unknown, Props> =
  Exclude<KeyOf<Awaited<ReturnType<Loader>>>, KeyOf<Props>> extends never
    ? unknown
    : { readonly returnsMoreThanItsViewTakes: never };

/** Of each member of a union, not only those that all of them have. */
type KeyOf<T> = T extends unknown ? keyof T : never;
