import { useCodeBehind } from '../../../../../ui/use-code-behind.ts';

const load = async () => (await import('./keys.ts')).startKeys;

/**
 * Adds keyboard shortcuts to a page. Controls name their key in `aria-keyshortcuts`. A click with
 * Shift selects a range of checkboxes.
 */
export function useKeys(): void {
  useCodeBehind(load);
}
