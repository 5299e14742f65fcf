import type { Router } from '#client-runtime';
import type { EarlyErrors } from '../../../../browser/early-errors.ts';
import { openPalette } from './palette.ts';

/** The link of the header that leads to the page *Find*, as long as there is no palette. */
const LINK = 'a[aria-keyshortcuts~="Meta+K"]';

/** Opens the palette by its keys, and by the link in the header. */
export function start(
  _boot: unknown,
  _errors: EarlyErrors,
  router: Promise<Router | undefined>,
): void {
  const link = document.querySelector<HTMLElement>(LINK);
  if (link) link.dataset['hint'] = /Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  const open = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    // The browser leads on where no router came.
    void router.catch(() => undefined).then(openPalette);
  };
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isKey = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
    if (isKey && document.querySelector(LINK)) open(event);
  });
  // The link itself is told after this.
  const options = { capture: true };
  const openByLink = (event: MouseEvent): void => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey;
    if (isPlain && (target as Element).closest(LINK)) open(event);
  };
  document.addEventListener('click', openByLink, options);
}
