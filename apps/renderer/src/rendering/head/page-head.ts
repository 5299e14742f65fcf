import type { Head } from '#shared';
import { escapeHtml } from './escape-html.ts';

/**
 * Elements that a page or layout adds to the document's head, also after a navigation in the
 * browser.
 */
export interface PageHead extends Omit<Head, 'elements'> {
  readonly description?: string;
  /**
   * Content of the robots meta, such as `max-snippet:50`. A `noindex` of any segment of the page
   * replaces this text.
   */
  readonly robots?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly canonical?: string;
  /** Open Graph properties without the prefix `og:`, https://ogp.me. Several values are a list. */
  readonly openGraph?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Attributes of other `<meta>` elements. The innermost segment counts that has the same attributes
   * but `content`.
   */
  readonly metas?: readonly Readonly<Record<string, string>>[];
  readonly jsonLd?: readonly object[];
  readonly links?: readonly HeadLink[];
}

/** Attributes of a `<link>`. A path in `href` must include the base path. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly [attribute: string]: string;
}

export function toHead({
  description,
  robots,
  colorScheme,
  canonical,
  openGraph = {},
  metas = [],
  jsonLd = [],
  links = [],
  ...head
}: PageHead): Head {
  const toLink = (attributes: HeadLink): string => toElement('link', attributes);
  const named: [kind: string, html: string][] = [
    ...metas.map((meta): [string, string] => [
      toElement('meta', { ...meta, content: '' }),
      toElement('meta', meta),
    ]),
    ...Object.entries({ description, robots, 'color-scheme': colorScheme }).flatMap(
      ([name, text]) => toNamed(name, text, (content) => toElement('meta', { name, content })),
    ),
    ...toNamed('canonical', canonical, (href) => toLink({ rel: 'canonical', href })),
    ...Object.entries(openGraph).flatMap(([name, values]) =>
      [values]
        .flat()
        .flatMap((value) =>
          toNamed(`og:${name}`, value, (content) =>
            toElement('meta', { property: `og:${name}`, content }),
          ),
        ),
    ),
    ...[...links.map(toLink), ...jsonLd.map(toScript)].map((html): [string, string] => [
      html,
      html,
    ]),
  ];
  // An undefined title must not hide the one around it.
  const given = Object.fromEntries(Object.entries(head).filter(([, each]) => each !== undefined));
  const elements: Record<string, string> = {};
  for (const [kind, html] of named)
    elements[kind] = kind === html ? html : (elements[kind] ?? '') + html;
  return named.length > 0 ? { ...given, elements } : given;
}

/** An empty `text` removes an outer segment's element of the same kind. */
function toNamed(
  kind: string,
  text: string | undefined,
  toHtml: (text: string) => string,
): [string, string][] {
  return text === undefined ? [] : [[kind, text && toHtml(text)]];
}

function toElement(tag: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${escapeHtml(name)}="${escapeHtml(value)}"`,
  );
  return `<${tag} data-head=""${written.join('')}>`;
}

function toScript(data: object): string {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `${toElement('script', { type: 'application/ld+json' })}${text}</script>`;
}
