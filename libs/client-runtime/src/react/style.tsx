import type { ReactNode } from 'react';
import { useApplication } from './context.ts';

/**
 * A style sheet that is worked out with the page, where classes do not do: `#bar-7 { width: 31% }`. The Content-Security-Policy
 * forbids `style` attributes. Pages that are kept for back stay in the document, with their sheets: rules name elements by ids
 * that no other page has (`useId`). A rule must not contain a visitor's text unless it is escaped.
 */
export function Style({ children }: { readonly children: string }): ReactNode {
  const { nonce } = useApplication();
  return <style nonce={nonce}>{children}</style>;
}
