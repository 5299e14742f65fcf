import type { Head } from './page-data.ts';

/** An element of the head with its attributes, and the text in it, in which there is no `<`. */
export type HeadElement = readonly [
  tag: 'meta' | 'link' | 'script',
  attributes: Readonly<Record<string, string>>,
  text?: string,
];

/** What the heads of a page's segments come to: the document's head, and the browser's after a navigation. */
export interface MergedHead {
  /** The document's title: the page's own before the application's name, or that alone. */
  readonly title: string;
  readonly elements: readonly HeadElement[];
}

/** What a merged head is made of: a page as it is sent. */
interface PageWithHeads {
  /** An outcome's status keeps search engines out, whatever the heads say. */
  readonly status: number;
  /** Outermost first. */
  readonly segments: readonly { readonly head: Head }[];
}

interface HeadOf {
  readonly applicationName: string;
  readonly basePath: string;
}

/**
 * Merges the heads of a page's segments. The innermost text of each kind counts, an empty one included, which stands for
 * none. Search engines stay out when any segment asks for it. Links and structured data are those of all segments.
 */
export function mergeHeads(
  { status, segments }: PageWithHeads,
  { applicationName, basePath }: HeadOf,
): MergedHead {
  const heads = segments.map(({ head }) => head);
  const find = (name: 'title' | 'description' | 'robots' | 'canonical'): string | undefined =>
    heads.findLast((head) => head[name] !== undefined)?.[name];
  const toLink = (attributes: { readonly rel: string; readonly href: string }): HeadElement => {
    const { href } = attributes;
    return ['link', /^\/(?!\/)/.test(href) ? { ...attributes, href: basePath + href } : attributes];
  };
  const title = find('title');
  const canonical = find('canonical');
  const isHidden = status >= 400 || heads.some(({ noindex }) => noindex);
  const texts = {
    description: find('description'),
    robots: [isHidden && 'noindex', find('robots')].filter(Boolean).join(', '),
  };
  const openGraph = Object.assign({}, ...heads.map((head) => head.openGraph)) as object;
  return {
    title: title ? `${title} · ${applicationName}` : applicationName,
    elements: [
      ...Object.entries(texts).flatMap(([name, content]): HeadElement[] =>
        content ? [['meta', { name, content }]] : [],
      ),
      ...(canonical ? [toLink({ rel: 'canonical', href: canonical })] : []),
      ...Object.entries(openGraph).map(([name, content]): HeadElement => [
        'meta',
        { property: `og:${name}`, content },
      ]),
      ...heads.flatMap(({ links = [] }) => links.map(toLink)),
      ...heads.flatMap(({ jsonLd = [] }) =>
        jsonLd.map((data): HeadElement => {
          const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
          return ['script', { type: 'application/ld+json' }, text];
        }),
      ),
    ],
  };
}
