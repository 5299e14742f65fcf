import { printSearch } from './print-search.ts';

/** A domain ends with letters, unlike the release `shop@1.4.2`. */
const MAIL = /^[^\s@"<>:/]+@[^\s@"<>:/]+\.\p{L}[\p{L}\p{N}-]+$/u;

/** Returns the search for the user, such as `user:ann@example.com`, when the text is an address of mail. */
export function toUserQuery(text: string | undefined): string | undefined {
  if (text === undefined || !MAIL.test(text)) return undefined;
  const place = { isNegated: false, at: 0, end: 0 };
  return printSearch([{ ...place, kind: 'name', key: 'user', values: [[text]] }]);
}
