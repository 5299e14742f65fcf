/** About as many characters as fit into the row of a phone; on a desk they leave room for the message. */
const MAX_LENGTH = 30;

/** The type of an issue for its row. A long one loses its packages: the class is at its end, and its page has them all. */
export function toListedType(type: string): string {
  if (type.length <= MAX_LENGTH) return type;
  return type.replace(/^(?:[A-Za-z_]\w{0,100}(?:\.|::|\\)){1,20}(?=[A-Z][\w$]*$)/, '');
}
