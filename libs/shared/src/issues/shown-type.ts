/**
 * About as many characters as fit into a row on a phone. A row on a desktop keeps room for the
 * message.
 */
const MAX_LENGTH = 30;

/**
 * Shortens a long exception type to its class, which is at the end:
 * `org.acme.shop.orders.web.OrderException` becomes `OrderException`.
 */
export function toShownType(type: string): string {
  if (type.length <= MAX_LENGTH) return type;
  return type.replace(/^(?:[A-Za-z_]\w{0,100}(?:\.|::|\\)){1,20}(?=[A-Z][\w$]*$)/, '');
}

export function toIssueTitle({
  type,
  value,
}: {
  readonly type: string;
  readonly value: string;
}): string {
  return [toShownType(type), value].filter((part) => part !== '').join(': ');
}
