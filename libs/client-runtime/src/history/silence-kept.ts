import { isKept } from './kept-page.ts';

/**
 * What would go on in a page that nobody sees: a modal dialog, behind which all of the document is dead, a
 * film, a sound.
 */
export function quietKept(document: Document): void {
  const noisy = 'dialog[open],audio,video';
  for (const each of document.querySelectorAll<HTMLDialogElement | HTMLMediaElement>(noisy)) {
    if (!isKept(each)) continue;
    if ('close' in each) each.close();
    else each.pause();
  }
}
