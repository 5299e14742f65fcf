import type { Address } from '#page-protocol';
import { useApplication, usePlacedPage } from './context.ts';

/**
 * Returns the page's address within the application: path, query and fragment.
 *
 * ```tsx
 * const isCurrent = useAddress().replace(/[?#].*$/, '') === '/issues';
 * <Link href="/issues" aria-current={isCurrent ? 'page' : undefined}>Issues</Link>;
 * ```
 */
export function useAddress(): Address {
  const { basePath } = useApplication();
  return (usePlacedPage().address.slice(basePath.length) || '/') as Address;
}
