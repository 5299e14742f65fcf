import MarkdownIt from 'markdown-it';

/**
 * HTML of what people write, safe to show: none of theirs gets through, no image that would tell its server who
 * reads, no link that would run a script; no table, of which a few characters fill thousands of cells. The Content-Security-Policy, which allows no script and no `style`
 * attribute either, stands behind it.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  'image',
  'table',
]);

/** Other schemes start programs of the reader's machine: `vscode:`, `ms-word:`, `tel:`. */
const LINKED = /^(?:https?|mailto):/i;

markdown.validateLink = (url) => LINKED.test(url.trim());

// Only what has a scheme: a file's name like `total.ts` is no address of a host in Timor.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener');
  return self.renderToken(tokens, index, options);
};
