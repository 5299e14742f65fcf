/**
 * Returns the address that unsubscribes the token's user on POST. The address carries `_action`,
 * because RFC 8058 fixes the request's body.
 */
export function toUnsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe/${token}?_action=unsubscribe`;
}
