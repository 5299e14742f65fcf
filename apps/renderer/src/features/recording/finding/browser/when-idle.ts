import type { Router } from '#client-runtime';
import type { EarlyErrors } from '../../../../browser/early-errors.ts';
import { openPalette } from './palette.ts';

/** The header link that leads to the page *Find* until the palette is ready. */
const LINK = 'a[aria-keyshortcuts~="Meta+K"]';

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
    void router.catch(() => undefined).then(openPalette);
  };
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isKey = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
    if (isKey && document.querySelector(LINK)) open(event);
  });
  // `capture` runs this listener before the link's own, which would open the page *Find*.
  const options = { capture: true };
  const openByLink = (event: MouseEvent): void => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey;
    if (isPlain && (target as Element).closest(LINK)) open(event);
  };
  document.addEventListener('click', openByLink, options);
}
