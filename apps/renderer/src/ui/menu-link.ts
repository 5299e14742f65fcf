import type { Address } from '#shared';

export interface MenuLink {
  readonly name: string;
  readonly href: Address;
  /** Keys that open the link, in the format of `aria-keyshortcuts`. */
  readonly shortcut?: string;
  /** The link is marked as current on every page at or below this address. Defaults to `href`. */
  readonly marks?: Address;
}

export interface SectionLink extends MenuLink {
  /** State of the section, like `3 rules` or `off`. */
  readonly state?: string;
  readonly help?: string;
  readonly document?: Address;
}

/**
 * Returns the link to the page at `address`, or to the nearest page above it in the path.
 * `/settings/projects/web` wins over `/settings/projects`.
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
