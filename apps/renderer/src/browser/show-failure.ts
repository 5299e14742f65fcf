import { clientErrorText, documentRootId } from '#shared';

/**
 * Says that the page did not come alive. What the server rendered stays: it can still be read, and its
 * links lead on.
 */
export function showFailure(document: Document): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.textContent = clientErrorText;
  document.getElementById(documentRootId)?.before(notice);
}
