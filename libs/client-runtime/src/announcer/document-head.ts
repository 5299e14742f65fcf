import type { MergedHead } from '#shared';

/** Makes the document's head that of the page that is shown. What both pages have stays where it is. */
export function applyHead(document: Document, { title, elements }: MergedHead): void {
  document.title = title;
  const coming = elements.map(([tag, attributes, text = '']) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ 'data-head': '', ...attributes })) {
      element.setAttribute(name, value);
    }
    element.textContent = text;
    return element;
  });
  // A late region of the server's may have put one into the body.
  for (const element of document.querySelectorAll('[data-head]')) {
    const same = coming.findIndex((other) => other.isEqualNode(element));
    if (same === -1) element.remove();
    else coming.splice(same, 1);
  }
  document.head.append(...coming);
}
