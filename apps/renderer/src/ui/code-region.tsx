import type { ReactNode } from 'react';

interface CodeRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** The region can take the focus, so that the keyboard can scroll the code. */
export function CodeRegion({ label, className, children }: CodeRegionProps): ReactNode {
  const focusable = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <pre translate="no" {...focusable} className={className}>
      <code>{children}</code>
    </pre>
  );
}
