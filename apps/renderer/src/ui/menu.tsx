import { useState } from 'react';
import type { ReactNode } from 'react';

interface MenuProps {
  readonly label: ReactNode;
  /** Accessible name, when the label alone does not say what the menu is. */
  readonly name?: string;
  readonly shortcut?: string;
  /**
   * True when something in the menu needs correction as the page arrives. Afterwards only the
   * visitor opens and closes the menu, and the runtime opens it to point out an error.
   */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/**
 * Uses `details`, which opens without scripts and may be open from the start. The browser keeps
 * only one menu open. Scripts close the menu on Escape, and when the focus moves elsewhere.
 */
export function Menu({ label, name, shortcut, isOpen = false, children }: MenuProps): ReactNode {
  // Keeps the first value, because a later one would close the menu while the correction is being
  // sent.
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

export function closeMenus(around: HTMLElement | null): void {
  for (const menu of around?.querySelectorAll<HTMLDetailsElement>('.menu[open]') ?? []) close(menu);
}

/**
 * Closes the menu. The focus moves to the summary first, because it must not stay in the hidden
 * panel.
 */
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
  // A missing `relatedTarget` means that nothing else got the focus, as after a click on plain text
  // or into another window. The menu stays open.
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
