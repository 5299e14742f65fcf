import { useCodeBehind } from '../../../../../ui/use-code-behind.ts';

const load = async () => (await import('./keys.ts')).startKeys;

/**
 * Adds single keys and Shift ranges of checkboxes to a page. Controls name their key in
 * `aria-keyshortcuts`.
 */
export function useKeys(): void {
  useCodeBehind(load);
}
