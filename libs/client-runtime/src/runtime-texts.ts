import type { RuntimeTexts } from '#page-protocol';
import { findClicks } from './hydration/early-clicks.ts';

/**
 * Texts that the runtime shows by itself: why a page takes long, how a form ended, and what failed. Each text of
 * a wait has the name of its state of progress.
 * `texts` of the product are those of the document. A layout assigns others when the language changes
 * at a navigation.
 *
 * ```tsx
 * useEffect(() => void Object.assign(runtimeTexts, { slow: 'Die Seite braucht lange.' }), []);
 * return <p role="status">{runtimeTexts[progress.state]}</p>;
 * ```
 */
export const runtimeTexts: RuntimeTexts & {
  readonly idle?: string;
  readonly loading?: string;
} = {
  slow: 'The page is slow to answer.',
  held: 'Waiting for the connection. The page opens once it is back.',
  waiting: 'Waiting for the connection. Your input is sent once it is back.',
};

/**
 * Returns the product's sentence `failed` and the fixed one, which every document has already.
 *
 * ```tsx
 * <p role="alert">{toFailedText()}</p>
 * ```
 */
export function toFailedText(): string {
  return `${runtimeTexts.failed ?? ''} ${findClicks(globalThis as unknown as Window)?.failed}`.trim();
}
