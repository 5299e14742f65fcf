/** What was thrown, for one line of the log. */
export function toLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ');
}
