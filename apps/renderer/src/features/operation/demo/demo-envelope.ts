export function toItem(type: string, payload: string, fields: object = {}): string {
  return `${JSON.stringify({ type, length: Buffer.byteLength(payload), ...fields })}\n${payload}`;
}

/**
 * Returns a generator of numbers from 0 to 1. They look random, but depend only on eight digits of
 * the id (the "minimal standard" generator of Park and Miller).
 */
export function toRandom(eventId: string, fromDigit: number): () => number {
  let state = (Number.parseInt(eventId.slice(fromDigit, fromDigit + 8), 16) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns attributes in the form that logs and spans have. */
export function toAttributes(facts: Readonly<Record<string, unknown>>): object {
  const toType = (value: unknown): string =>
    typeof value !== 'number' ? 'string' : Number.isInteger(value) ? 'integer' : 'double';
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, { value, type: toType(value) }]),
  );
}
