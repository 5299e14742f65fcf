import { actionParameter } from '#page-protocol';
import { withoutFragment } from '../address/departure.ts';

/**
 * Returns the address that a form posts to when scripts are off. `address` is the page's browser
 * address.
 */
export function toActionAddress(address: string, name: string): string {
  const page = withoutFragment(address);
  return `${page}${page.includes('?') ? '&' : '?'}${actionParameter}=${name}`;
}

/**
 * Returns the action's name, without the document's `person`, in an address that `toActionAddress` has made, or undefined for other
 * addresses.
 */
export function toActionName(address: string): string | undefined {
  return /^\/(?!\/).*_action=([^.]*)/.exec(address)?.[1];
}
