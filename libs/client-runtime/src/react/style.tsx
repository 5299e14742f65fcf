import type { ReactNode } from 'react';
import { useApplication } from './context.ts';

/**
 * A style sheet made from the page's data, where the content security policy forbids `style`
 * attributes. Rules need ids that no other page has, because hidden pages stay in the document.
 * Rules must not contain unescaped text of a visitor.
 *
 * ```tsx
 * const id = useId();
 * <Style>{`#${id} { width: ${share}% }`}</Style>
 * <div id={id} className="bar" />
 * ```
 */
export function Style({ children }: { readonly children: string }): ReactNode {
  const { nonce } = useApplication();
  return <style nonce={nonce}>{children}</style>;
}
