import { useState } from 'react';
import type { ReactNode } from 'react';

interface MenuProps {
  readonly label: ReactNode;
  /** What it is called where its label alone does not say, which is marked by an ellipsis. */
  readonly name?: string;
  /** The key that opens it (`aria-keyshortcuts`). */
  readonly shortcut?: string;
  /** Something in it was to be corrected when it came. From then on it is the visitor's, and the runtime's that points it out. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/**
 * What a button offers when it is pressed: the platform's own `details`, one open at a time, which opens without
 * scripts, also from the start. With them Escape, and going elsewhere, close it.
 */
export function Menu({ label, name, shortcut, isOpen = false, children }: MenuProps): ReactNode {
  // Never another: it would close with what is corrected still on its way.
  const [isOpenAtFirst] = useState(isOpen || undefined);
  return (
    <details name="menu" className="menu" open={isOpenAtFirst} ref={closeWhenOver}>
      <summary className="button" aria-label={name} aria-keyshortcuts={shortcut}>
        {label}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}

/** What was chosen in one of them is done. */
export function closeMenus(around: HTMLElement | null): void {
  for (const menu of around?.querySelectorAll<HTMLDetailsElement>('.menu[open]') ?? []) close(menu);
}

/** The focus does not stay in what is not seen any longer. */
function close(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}

function closeWhenOver(menu: HTMLDetailsElement): () => void {
  const closeByEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    close(menu);
  };
  // Not where nothing else has the focus: by a click on plain text, or in another window.
  const closeWhenLeft = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
  };
  menu.addEventListener('keydown', closeByEscape);
  menu.addEventListener('focusout', closeWhenLeft);
  return () => {
    menu.removeEventListener('keydown', closeByEscape);
    menu.removeEventListener('focusout', closeWhenLeft);
  };
}
