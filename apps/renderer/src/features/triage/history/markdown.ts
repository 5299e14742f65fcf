import MarkdownIt from 'markdown-it';

/**
 * Returns HTML that is safe to show.
 * - HTML in the text is escaped.
 * - Images are off, since an image would tell its server who reads.
 * - Links that would run a script stay text.
 * - Tables are off, since a few characters can fill thousands of cells.
 *
 * The Content-Security-Policy, which allows no script and no `style` attribute, is the second
 * defence.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  'image',
  'table',
]);

/**
 * URLs with these schemes become links. Other schemes can start programs on the reader's machine:
 * `vscode:`, `ms-word:`, `tel:`.
 */
const LINKED = /^(?:https?|mailto):/i;

markdown.validateLink = (url) => LINKED.test(url.trim());

// Links only texts with a scheme. Otherwise the file name `total.ts` would become a link, since
// `.ts` could be a top-level domain.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener');
  return self.renderToken(tokens, index, options);
};
