import { actionParameter } from '#shared';

/** The address that a form posts to without scripts, of the page at an address of the browser's. */
export function toActionAddress(address: string, name: string): string {
  const [page = ''] = address.split('#', 1);
  return `${page}${page.includes('?') ? '&' : '?'}${actionParameter}=${name}`;
}

/** The action's name in such an address; undefined in any other. */
export function toActionName(address: string): string | undefined {
  return /^\/(?!\/).*_action=(.*)/.exec(address)?.[1];
}
