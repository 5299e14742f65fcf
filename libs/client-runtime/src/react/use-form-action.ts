import { toActionAddress } from '../actions/action-address.ts';
import { useApplication, useWhereabouts } from './context.ts';

/**
 * Address of an action of the page, or of the one `at` an address within the application: as the `formAction` of a
 * button that has its form do something else than the form says.
 */
export function useFormAction(action: string, at?: string): string {
  const { basePath } = useApplication();
  const { address } = useWhereabouts();
  return toActionAddress(at === undefined ? address : basePath + at, action);
}
