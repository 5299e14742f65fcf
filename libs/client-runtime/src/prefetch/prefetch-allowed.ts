/** Only some browsers support this: https://wicg.github.io/netinfo/ */
interface Connection {
  readonly saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  readonly effectiveType?: string;
}

/** A hidden tab prefetches nothing, because one action may invalidate many tabs. */
export function isPrefetchAllowed({
  navigator,
  document,
}: Pick<Window, 'navigator' | 'document'>): boolean {
  const { onLine, connection } = navigator as Navigator & { readonly connection?: Connection };
  return (
    onLine &&
    !document.hidden &&
    !connection?.saveData &&
    !/2g/.test(`${connection?.effectiveType}`)
  );
}
