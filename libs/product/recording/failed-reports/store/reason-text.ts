const LONGEST = 1000;
/**
 * Matches from the first quotation mark in a line to the last, because quoted text may contain
 * quotation marks.
 */
const QUOTED = /["'`].*["'`]/g;

/**
 * Removes quoted text from a reason. Parsers and databases quote the text that they could not
 * accept, which is part of the report.
 */
export function toReasonText(reason: string): string {
  return reason.replaceAll(QUOTED, '…').slice(0, LONGEST);
}
