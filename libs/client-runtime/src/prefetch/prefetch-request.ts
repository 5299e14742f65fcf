/**
 * What is loaded ahead of a link: `auto`, the shape and the layouts of its page, while it is in view;
 * `full`, these and then the page's data; `intent`, as `auto` while it is in view and as `full` while
 * it is hovered, which is what the links of long lists are for: a hundred rows with `full` are a hundred
 * pages; `none`, nothing.
 */
export type PrefetchKind = 'auto' | 'intent' | 'full' | 'none';

/** That a page be loaded ahead, for a link or for `router.prefetch`. Several may wish for the same page. */
export interface Wish {
  /** Path and query within the application. */
  readonly url: string;
  readonly kind: PrefetchKind;
  /** What addresses with the same layouts have in common; empty where there is no page. Absent until looked up. */
  shape?: string;
  /** Of one that no link makes: told, once, when what it got is not to be shown any longer. */
  onInvalid?: (() => void) | undefined;
  /** What it asks for is there, and `onInvalid` will be told. */
  isMet?: boolean;
}
