import { useState } from 'react';
import type { ReactNode } from 'react';

interface MenuProps {
  readonly label: ReactNode;
  readonly name?: string;
  readonly shortcut?: string;
  /** True when a field in the menu has an error as the page loads. Later values have no effect. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/**
 * Uses `details`, which opens without scripts. The browser keeps only one menu of the page open.
 * Scripts close the menu on Escape, and when the focus moves elsewhere.
 */
export function Menu({ label, name, shortcut, isOpen = false, children }: MenuProps): ReactNode {
  // Uses only the first value. A later value would close the menu while the visitor sends the
  // corrected form.
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

/** Closes the menu. The focus moves to the summary first, because the panel becomes hidden. */
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
  // `relatedTarget` is null after a click on plain text or into another window. The menu stays open
  // in both cases.
  const closeWhenLeft = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
  };
  // Snapshots leave out what a browser would, so a page that is loaded again has its menus closed.
  Object.assign(menu, { autocomplete: 'off' });
  menu.addEventListener('keydown', closeByEscape);
  menu.addEventListener('focusout', closeWhenLeft);
  return () => {
    menu.removeEventListener('keydown', closeByEscape);
    menu.removeEventListener('focusout', closeWhenLeft);
  };
}
