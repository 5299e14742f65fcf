import type { Address } from '#shared';

/** A link of a menu, as it is shown. */
export interface MenuLink {
  readonly name: string;
  /** Within the application. */
  readonly href: Address;
  /** The keys that lead there (`aria-keyshortcuts`). */
  readonly shortcut?: string;
  /** Phones have no room for it. */
  readonly isForWideScreens?: boolean;
  /** The link is marked on every page at or below this address; absent: its own. */
  readonly marks?: Address;
}

/** A link to a section of settings. */
export interface SectionLink extends MenuLink {
  /** The state of the section in a word: `3 rules`, `off`. */
  readonly state?: string;
  /** Sentences that say what the section is for. */
  readonly help?: string;
  /** The document that says more. */
  readonly document?: Address;
}

/**
 * The link of a menu that leads to the page at `address`, or to the nearest one above it: of `/settings/projects` and
 * `/settings/projects/web` the longer one.
 */
export function findCurrent<Link extends MenuLink>(
  links: readonly Link[],
  address: string,
): { readonly link: Link; readonly isPage: boolean } | undefined {
  const [path = ''] = address.split(/[?#]/);
  const [link] = links
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((one, other) => other.href.length - one.href.length);
  return link && { link, isPage: link.href === path };
}
