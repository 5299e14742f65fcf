import { actionParameter } from '#page-protocol';

/**
 * Returns the address that a form posts to when scripts are off. `address` is the page's browser
 * address.
 */
export function toActionAddress(address: string, name: string): string {
  const [page = ''] = address.split('#', 1);
  return `${page}${page.includes('?') ? '&' : '?'}${actionParameter}=${name}`;
}

/**
 * Returns the action's name in an address that `toActionAddress` has made, or undefined for other
 * addresses.
 */
export function toActionName(address: string): string | undefined {
  return /^\/(?!\/).*_action=(.*)/.exec(address)?.[1];
}
