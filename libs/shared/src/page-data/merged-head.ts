import type { Head } from './page-data.ts';

/** What the heads of a page's segments come to: the document's head, and the browser's after a navigation. */
export interface MergedHead {
  /** The document's title: the page's own before the application's name, or that alone. */
  readonly title: string;
  /** HTML. */
  readonly elements: string;
}

/** What a merged head is made of: a page as it is sent. */
interface PageWithHeads {
  /** An outcome's status keeps search engines out, whatever the heads say. */
  readonly status: number;
  /** Outermost first. */
  readonly segments: readonly { readonly head: Head }[];
}

/** Asks search engines to stay out. */
export const noindexMeta = '<meta data-head name="robots" content="noindex">';

/** The scheme of pages that choose none: the browser's own. */
export const colorSchemeMeta = '<meta data-head name="color-scheme" content="light dark">';

/**
 * Merges the heads of a page's segments. The innermost title and element of each kind count, an empty one included, which
 * stands for none. Search engines stay out when any segment asks for it, whatever else they are told.
 */
export function mergeHeads(
  { status, segments }: PageWithHeads,
  applicationName: string,
): MergedHead {
  const heads = segments.map(({ head }) => head);
  const title = heads.findLast((head) => head.title !== undefined)?.title;
  const isHidden = status >= 400 || heads.some(({ noindex }) => noindex);
  const elements = [
    { 'color-scheme': colorSchemeMeta },
    ...heads.map((head) => head.elements),
    isHidden && { robots: noindexMeta },
  ];
  return {
    title: title ? `${title} · ${applicationName}` : applicationName,
    elements: Object.values<string>(Object.assign({}, ...elements)).join(''),
  };
}
