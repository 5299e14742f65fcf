import { useCodeBehind } from '../../../../../ui/use-code-behind.ts';

const load = async () => (await import('./keys.ts')).startKeys;

/** Single keys and ranges of boxes, on a page of issues. Controls name their key by `aria-keyshortcuts`. */
export function useKeys(): void {
  useCodeBehind(load);
}
