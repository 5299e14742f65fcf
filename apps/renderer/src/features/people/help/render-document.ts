import MarkdownIt from 'markdown-it';

export interface RenderedDocument {
  readonly title: string;
  /** The document below its first heading, which is the title. */
  readonly html: string;
}

/** Resolves a link of a document to an address; undefined where it leads to a file that is not served. */
export type ResolveLink = (href: string) => string | undefined;

/** Renders one of Errata's own documents, whose first line is its heading. Sections have their words as ids. */
export function renderDocument(markdown: string, resolve: ResolveLink): RenderedDocument {
  const [heading = '', ...lines] = markdown.split('\n');
  const renderer = new MarkdownIt({ html: false });
  renderer.core.ruler.push('addresses', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        token.attrSet('id', toId(tokens[index + 1]?.content ?? ''));
      }
      // A wide one scrolls, by keys as well.
      if (token.type === 'table_open') token.attrSet('tabindex', '0');
      if (token.children) token.children = resolveLinks(token.children, resolve);
    }
  });
  return { title: heading.replace(/^#+\s*/, ''), html: renderer.render(lines.join('\n')) };
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/** A link that leads nowhere leaves its words. Links do not nest. */
function resolveLinks(tokens: readonly Token[], resolve: ResolveLink): Token[] {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      const href = resolve(String(token.attrGet('href')));
      isDropped = href === undefined;
      if (href !== undefined) token.attrSet('href', href);
    }
    return !(isDropped && (token.type === 'link_open' || token.type === 'link_close'));
  });
}

/** `Send a test` is `send-a-test`, as on GitHub. */
function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
