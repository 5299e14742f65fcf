import type { Address } from '#shared';
import { useApplication, useWhereabouts } from './context.ts';

/** Address of the page that the caller is on, within the application: path, query and fragment. */
export function useAddress(): Address {
  const { basePath } = useApplication();
  return (useWhereabouts().address.slice(basePath.length) || '/') as Address;
}
