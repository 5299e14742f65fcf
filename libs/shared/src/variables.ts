/** These are taken as they stand, because a blank may belong to them. */
const SECRETS: ReadonlySet<string> = new Set([
  'ERRATA_OWNER_PASSWORD',
  'ERRATA_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
]);

/**
 * Returns the variables that are set, without the blanks around them. One of blanks alone counts as
 * absent. Throws a RangeError for a secret of blanks alone, which nobody can mean.
 */
export function readVariables(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(variables)) {
    const trimmed = value.trim();
    if (SECRETS.has(name) && value !== '' && trimmed === '') {
      throw new RangeError(`${name} has blanks alone`);
    }
    if (trimmed !== '') read[name] = SECRETS.has(name) ? value : trimmed;
  }
  return read;
}

/**
 * Reads a number of decimal digits, such as `72` or `0.5`. Returns NaN for anything else, and for
 * numbers that are not exact.
 */
export function readNumber({ value }: { readonly value: unknown }): number {
  const isPlain = typeof value === 'number' || /^-?\d+(?:\.\d+)?$/.test(String(value));
  const number = isPlain ? Number(value) : NaN;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : NaN;
}
