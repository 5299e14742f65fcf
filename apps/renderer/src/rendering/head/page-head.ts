import type { Head } from '#shared';
import { escapeHtml } from './escape-html.ts';

/** A page's or a layout's part of the document's head. A navigation changes the head, too. */
export interface PageHead extends Omit<Head, 'elements'> {
  readonly description?: string;
  /** Tells search engines what they may show: `max-snippet:50`. They are told `noindex` instead where anything around has that. */
  readonly robots?: string;
  /** The one color scheme that the visitor wants, in place of the system's. */
  readonly colorScheme?: 'light' | 'dark';
  /** The URL that stands for this page in search engines. */
  readonly canonical?: string;
  /** Properties of Open Graph without `og:`, https://ogp.me */
  readonly openGraph?: Readonly<Record<string, string>>;
  /** Structured data, each in an element of its own, https://json-ld.org */
  readonly jsonLd?: readonly object[];
  readonly links?: readonly HeadLink[];
}

/** Attributes of a `<link>`, as browsers take them: a path in `href` has the base path. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly [attribute: string]: string;
}

/** Turns it into the form in which it travels. */
export function toHead({
  description,
  robots,
  colorScheme,
  canonical,
  openGraph = {},
  jsonLd = [],
  links = [],
  ...head
}: PageHead): Head {
  const toLink = (attributes: HeadLink): string => toElement('link', attributes);
  const named: [kind: string, html: string][] = [
    ...Object.entries({ description, robots, 'color-scheme': colorScheme }).flatMap(
      ([name, text]) => toNamed(name, text, (content) => toElement('meta', { name, content })),
    ),
    ...toNamed('canonical', canonical, (href) => toLink({ rel: 'canonical', href })),
    ...Object.entries(openGraph).flatMap(([name, value]) =>
      toNamed(`og:${name}`, value, (content) =>
        toElement('meta', { property: `og:${name}`, content }),
      ),
    ),
    ...[...links.map(toLink), ...jsonLd.map(toScript)].map((html): [string, string] => [
      html,
      html,
    ]),
  ];
  return named.length > 0 ? { ...head, elements: Object.fromEntries(named) } : head;
}

/** An empty text hides that of a segment around. */
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
  return `<${tag} data-head${written.join('')}>`;
}

function toScript(data: object): string {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `${toElement('script', { type: 'application/ld+json' })}${text}</script>`;
}
