import type { ReactNode } from 'react';

interface CodeRegionProps {
  /** What the code is, for those who hear it. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Code, the one thing that scrolls sideways: reached by the keyboard, so that it can be scrolled by it. */
export function CodeRegion({ label, className, children }: CodeRegionProps): ReactNode {
  const focusable = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <pre {...focusable} className={className}>
      <code>{children}</code>
    </pre>
  );
}
