import { useCodeBehind } from '../../../../../ui/use-code-behind.ts';

const load = async () => (await import('./keys.ts')).startKeys;

/**
 * Adds keyboard shortcuts to a page, and ranges of checkboxes by a click with Shift. Controls name
 * their key in `aria-keyshortcuts`.
 */
export function useKeys(): void {
  useCodeBehind(load);
}
