import { printLiteral } from '#shared';
import type { Address, UnknownKey } from '#shared';
import type { IssueListProps } from '../issues.dto.ts';

/** What is said above what a search finds where a name in it is unknown, with the same search for what was maybe meant. */
export function toAdvice(
  unknown: UnknownKey | false | undefined,
  query: string,
  toAddress: (query: string) => Address,
): Pick<IssueListProps, 'advice'> {
  if (!unknown) return {};
  const { message: text, nearest, at, end } = unknown;
  if (nearest === undefined) return { advice: { text } };
  const name = `${query.slice(0, at)}${printLiteral(nearest)}${query.slice(end)}`;
  return { advice: { text, link: { name, href: toAddress(name) } } };
}
