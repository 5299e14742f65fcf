import { type JsonObject, readObject } from '../json/shape.ts';

/**
 * Returns the first of the attributes that has a text or number. The second version sends
 * `{value, type}`.
 */
export function readAttribute(
  attributes: JsonObject,
  ...names: readonly string[]
): string | number | undefined {
  for (const name of names) {
    const sent = attributes[name];
    const value = typeof sent === 'object' ? readObject(sent)?.['value'] : sent;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
  }
  return undefined;
}

export function toNumber(sent: unknown): number {
  return typeof sent === 'number' || typeof sent === 'string' ? Number(sent) : NaN;
}

export function readAttributeText(
  attributes: JsonObject,
  ...names: readonly string[]
): string | undefined {
  const value = readAttribute(attributes, ...names);
  return typeof value === 'string' ? value : undefined;
}
