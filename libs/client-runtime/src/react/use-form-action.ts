import { toActionAddress } from '../actions/action-address.ts';
import { useApplication, usePlacedPage } from './context.ts';

/**
 * Returns the address of an action, for a button that sends its form to another action. `at` is the
 * address of another page that has the action.
 *
 * ```tsx
 * <Form action="save">
 *   <button>Save</button>
 *   <button formAction={useFormAction('preview')}>Preview</button>
 * </Form>
 * ```
 */
export function useFormAction(action: string, at?: string): string {
  const { basePath, person } = useApplication();
  const { address } = usePlacedPage();
  return toActionAddress(at === undefined ? address : basePath + at, action + person);
}
