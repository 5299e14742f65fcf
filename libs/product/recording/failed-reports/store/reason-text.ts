import { toPortableText } from '#persistence/stores';

const LONGEST = 1000;
/** From the first quotation mark to the last one of a line: what is quoted may hold some itself. */
const QUOTED = /["'`].*["'`]/g;

/**
 * A reason without what it quotes. Parsers and databases quote in their messages what they could not take, and that is a
 * part of the report.
 */
export function toReasonText(reason: string): string {
  return toPortableText(reason.replaceAll(QUOTED, '…')).slice(0, LONGEST);
}
