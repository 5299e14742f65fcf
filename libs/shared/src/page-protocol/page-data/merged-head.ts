import type { Head } from './page-data.ts';

export interface MergedHead {
  readonly title: string;
  readonly elements: readonly string[];
}

interface PageWithHeads {
  /** A page with a status of 400 or more is never indexed by search engines. */
  readonly status: number;
  /** Outermost first. */
  readonly segments: readonly { readonly head: Head }[];
}

export const noindexMeta = '<meta data-head="" name="robots" content="noindex">';

/** Default for pages that choose no colour scheme: the browser decides. */
export const colorSchemeMeta = '<meta data-head="" name="color-scheme" content="light dark">';

/**
 * Merges the heads of a page's segments. The innermost title and the innermost element of each kind
 * win; an empty element removes the outer ones. The page is not indexed when any segment has
 * `noindex`.
 */
export function mergeHeads(
  { status, segments }: PageWithHeads,
  applicationName: string,
): MergedHead {
  const heads = segments.map(({ head }) => head);
  const title = heads.findLast((head) => head.title !== undefined)?.title;
  const isHidden = status >= 400 || heads.some(({ noindex }) => noindex);
  const elements = Object.assign(
    { 'color-scheme': colorSchemeMeta },
    ...heads.map((head) => head.elements),
    isHidden && { robots: noindexMeta },
  ) as Record<string, string>;
  return {
    title: title ? `${title} · ${applicationName}` : applicationName,
    elements: Object.values(elements),
  };
}
