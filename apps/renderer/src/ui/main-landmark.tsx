import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

export const mainLandmarkId = 'main';

const InsideMain = createContext(false);

/** The page's one `main`: the outermost of nested ones; those within it add nothing. */
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
