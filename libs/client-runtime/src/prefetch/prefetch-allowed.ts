/** Only some browsers support this: https://wicg.github.io/netinfo/ */
interface Connection {
  readonly saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  readonly effectiveType?: string;
}

export function isPrefetchAllowed({ navigator }: Pick<Window, 'navigator'>): boolean {
  const { onLine, connection } = navigator as Navigator & { readonly connection?: Connection };
  return onLine && !connection?.saveData && !/2g/.test(`${connection?.effectiveType}`);
}
