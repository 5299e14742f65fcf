/** Where a POST unsubscribes the person of that token. The action is in the address: RFC 8058 says what is posted. */
export function toUnsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe/${token}?_action=unsubscribe`;
}
