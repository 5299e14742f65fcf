import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

export const mainLandmarkId = 'main';

const InsideMain = createContext(false);

/**
 * Renders the `main` of the page. A `MainLandmark` inside another one renders only its children.
 */
export function MainLandmark({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  if (useContext(InsideMain)) return children;
  return (
    <main id={mainLandmarkId} tabIndex={-1} className={className}>
      <InsideMain value={true}>{children}</InsideMain>
    </main>
  );
}
