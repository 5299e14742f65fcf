/**
 * Token of a page that names places at which other capabilities show parts. A page takes it as
 * `places`, a part by `@Part`. Parts load from `Context`.
 *
 * ```ts
 * export const productPage = new PagePlaces<ProductContext, 'head' | 'below'>('product', [
 *   'head',
 *   'below',
 * ]);
 * ```
 */
export class PagePlaces<Context, Name extends string = string> {
  declare private readonly context: (context: Context) => void;

  /** Views of the parts are files `<page>.<name>.part.tsx`, which load with `<page>.page.tsx`. */
  constructor(
    readonly page: string,
    readonly names: readonly Name[],
  ) {}
}

/** Places of a page with any context. */
export type AnyPlaces = Pick<PagePlaces<never>, 'page' | 'names'>;
