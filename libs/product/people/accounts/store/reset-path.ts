import { createHmac } from 'node:crypto';

/**
 * Returns the path of a link for another password. `facts` are the user's id, the Unix time in ms at
 * which the link ends and, where an owner made it, the owner's id, joined by dots. A change of the
 * password makes the link void.
 */
export function toResetPath(
  facts: string,
  { secret, passwordHash }: { readonly secret: string; readonly passwordHash: string },
): string {
  const signature = createHmac('sha256', secret)
    .update(`password reset ${facts} ${passwordHash}`)
    .digest('base64url');
  return `/password-reset/${facts}.${signature}`;
}
