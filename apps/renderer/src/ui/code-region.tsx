import type { ReactNode } from 'react';

interface CodeRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * Shows code that scrolls sideways. The region is focusable, so that the keyboard can scroll it.
 */
export function CodeRegion({ label, className, children }: CodeRegionProps): ReactNode {
  const focusable = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <pre {...focusable} className={className}>
      <code>{children}</code>
    </pre>
  );
}
