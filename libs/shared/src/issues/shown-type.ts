/**
 * Longer types are shortened. About 30 characters fit into a row on a phone; on a desktop, the row
 * needs space for the message too.
 */
const MAX_LENGTH = 30;

/**
 * Shortens a long exception type to the class at its end: `org.acme.shop.orders.web.OrderException`
 * becomes `OrderException`.
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
