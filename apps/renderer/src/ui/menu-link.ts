import type { Address } from '#shared';

export interface MenuLink {
  readonly name: string;
  readonly href: Address;
  /** Keys that lead there, as in `aria-keyshortcuts`. */
  readonly shortcut?: string;
  /** True when phones have no room for the link. */
  readonly isForWideScreens?: boolean;
  /** The link is marked on every page at or below this address. Absent means its own address. */
  readonly marks?: Address;
}

export interface SectionLink extends MenuLink {
  /** State of the section in a word: `3 rules`, `off`. */
  readonly state?: string;
  readonly help?: string;
  readonly document?: Address;
}

/**
 * Returns the link that leads to the page at `address`, or to the nearest page above. The longer
 * link wins: `/settings/projects/web` before `/settings/projects`.
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
