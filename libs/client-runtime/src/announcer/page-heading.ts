import { listShown } from '../history/kept-page.ts';
import { focusPlace } from '../history/restorer.ts';

/**
 * Focuses the page's heading. The focus stays while the visitor types, and without `mayMove`. Returns
 * the heading's text.
 */
export function focusHeading(document: Document, mayMove = true): string | undefined {
  const [heading] = ['main h1', 'h1'].flatMap((each) => listShown(document, each)) as HTMLElement[];
  if (mayMove && heading) focusPlace(heading);
  return heading?.textContent.trim();
}
