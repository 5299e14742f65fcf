import type { AbsoluteTitle, Head } from './page-data.ts';

export interface MergedHead {
  readonly title: string;
  readonly lang: string;
  readonly elements: readonly string[];
}

interface InnermostHead extends Pick<MergedHead, 'lang'> {
  readonly title?: string & Partial<AbsoluteTitle>;
}

export const noindexMeta = '<meta data-head="" name="robots" content="noindex">';

/** Default for pages that choose no colour scheme: the browser decides. */
export const colorSchemeMeta = '<meta data-head="" name="color-scheme" content="light dark">';

/**
 * Merges the heads of a page's segments, outermost first. The innermost title, language and element
 * of each kind win; an empty element removes the outer ones. The page is not indexed when any
 * segment has `noindex`.
 */
export function mergeHeads(
  segments: readonly { readonly head: Head }[],
  applicationName: string,
): MergedHead {
  const heads = segments.map(({ head }) => head);
  const head: InnermostHead = Object.assign({ lang: 'en' }, ...heads);
  const elements: Record<string, string> = Object.assign(
    { 'color-scheme': colorSchemeMeta },
    ...heads.map((each) => each.elements),
    heads.some((each) => each.noindex) && { robots: noindexMeta },
  ) as Record<string, string>;
  return {
    ...head,
    title:
      head.title?.absolute ?? (head.title ? `${head.title} · ${applicationName}` : applicationName),
    elements: Object.values(elements),
  };
}
