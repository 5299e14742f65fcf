import { isKept } from './kept-page.ts';

/**
 * Closes dialogs and pauses media in hidden pages. An open modal dialog would make the whole
 * document inert.
 */
export function silenceKept(document: Document): void {
  const noisy = 'dialog[open],audio,video';
  for (const each of document.querySelectorAll<HTMLDialogElement | HTMLMediaElement>(noisy)) {
    if (!isKept(each)) continue;
    if ('close' in each) each.close();
    else each.pause();
  }
}
