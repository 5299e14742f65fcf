/**
 * Refuses a loader that returns more props than its view takes, because the browser would receive
 * them all. Intersect the type of the decorated method or class with this type.
 */
export type NothingElse<Loader extends (...parameters: never[]) => unknown, Props> =
  Exclude<KeyOf<Awaited<ReturnType<Loader>>>, KeyOf<Props>> extends never
    ? unknown
    : { readonly returnsMoreThanItsViewTakes: never };

type KeyOf<T> = T extends unknown ? keyof T : never;
