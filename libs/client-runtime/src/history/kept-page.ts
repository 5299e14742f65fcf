import { enter } from './element-state.ts';
import type { Changeable } from './element-state.ts';

const DIALOGS = 'dialog[open]';
const SECRETS = '[type=password],[autocomplete$=password]';

/**
 * Whether an element belongs to a page that is kept for back and forward. React hides those with an
 * important inline style, which no view has: the content security policy forbids the attribute.
 */
export function isKept(element: Element): boolean {
  return element.closest('[style*="none !important"]') !== null;
}

/**
 * Ends what would go on in a page that nobody sees: a modal dialog, behind which all of the document is dead, a
 * film, a sound. Passwords do not wait there for whoever comes back.
 */
export function quietKept(document: Document): void {
  const all = document.querySelectorAll<HTMLElement>(`${DIALOGS},audio,video,${SECRETS}`);
  for (const each of Array.from(all).filter(isKept)) {
    if ('close' in each) (each as HTMLDialogElement).close();
    else if ('pause' in each) (each as HTMLMediaElement).pause();
    else if ((each as Changeable).value) enter(each, '');
  }
}

/** What a selector finds in the page that is shown, in the order of the document. */
export function listShown(document: Document, selector: string): Element[] {
  return Array.from(document.querySelectorAll(selector)).filter((element) => !isKept(element));
}
