import { toFailedText } from '#client-runtime';
import { documentRootId } from '#shared';

/** Shows a notice that hydration failed. The server's HTML stays readable, and its links work. */
export function showFailure(document: Document): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.textContent = toFailedText();
  document.getElementById(documentRootId)?.before(notice);
}
