import { printLiteral } from '#shared';
import type { Address, UnknownKey } from '#shared';
import type { AdviceProps } from './search-advice.dto.ts';

export function toAdvice(
  unknown: UnknownKey | false | undefined,
  query: string,
  toAddress: (query: string) => Address,
): AdviceProps {
  if (!unknown) return {};
  const { message: text, nearest, at, end } = unknown;
  if (nearest === undefined) return { advice: { text } };
  const name = `${query.slice(0, at)}${printLiteral(nearest)}${query.slice(end)}`;
  return { advice: { text, link: { name, href: toAddress(name) } } };
}
