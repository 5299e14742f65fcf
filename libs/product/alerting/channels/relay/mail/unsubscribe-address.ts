/**
 * Returns the address that unsubscribes the token's user on POST. Forms send `_action` in the body,
 * but RFC 8058 fixes this request's body, so the address carries `_action`.
 */
export function toUnsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe/${token}?_action=unsubscribe`;
}
