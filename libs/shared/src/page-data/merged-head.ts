import type { Head } from './page-data.ts';

/** What the heads of a page's segments come to: the document's head, and the browser's after a navigation. */
export interface MergedHead {
  /** The document's title: the page's own before the application's name, or that alone. */
  readonly title: string;
  readonly description?: string;
  /** Search engines are asked to stay out. */
  readonly noindex: boolean;
}

/** What a merged head is made of: a page as it is sent. */
interface PageWithHeads {
  /** An outcome's status keeps search engines out, whatever the heads say. */
  readonly status: number;
  /** Outermost first. */
  readonly segments: readonly { readonly head: Head }[];
}

/**
 * Merges the heads of a page's segments. The innermost title and description count, an empty one
 * included, which stands for none; search engines stay out when any segment asks for it.
 */
export function mergeHeads(
  { status, segments }: PageWithHeads,
  applicationName: string,
): MergedHead {
  const heads = segments.map(({ head }) => head);
  const find = (name: 'title' | 'description'): string | undefined =>
    heads.findLast((head) => head[name] !== undefined)?.[name];
  const title = find('title');
  const description = find('description');
  return {
    title: title ? `${title} · ${applicationName}` : applicationName,
    ...(description && { description }),
    noindex: status >= 400 || heads.some(({ noindex }) => noindex === true),
  };
}
