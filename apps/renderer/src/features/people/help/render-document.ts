import MarkdownIt from 'markdown-it';

export interface RenderedDocument {
  readonly title: string;
  readonly html: string;
}

/** Returns the address for a link in a document, or undefined when the target is not served. */
export type ResolveLink = (href: string) => string | undefined;

/**
 * Renders one of Errata's own documents, whose first line is its heading. Each heading gets an id
 * made from its text.
 */
export function renderDocument(markdown: string, resolve: ResolveLink): RenderedDocument {
  const [heading = '', ...lines] = markdown.split('\n');
  const renderer = new MarkdownIt({ html: false });
  renderer.core.ruler.push('addresses', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        token.attrSet('id', toId(tokens[index + 1]?.content ?? ''));
      }
      // Wide tables scroll. Keyboards can scroll them only when they are a tab stop.
      if (token.type === 'table_open') token.attrSet('tabindex', '0');
      if (token.children) token.children = resolveLinks(token.children, resolve);
    }
  });
  return { title: heading.replace(/^#+\s*/, ''), html: renderer.render(lines.join('\n')) };
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/**
 * Turns links into plain text when `resolve` returns no address for them. The code relies on links
 * not being nested.
 */
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

/** Turns `Send a test` into `send-a-test`, as GitHub does. */
function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
