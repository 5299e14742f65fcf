import type { ReactNode } from 'react';
import { MainLandmark } from './main-landmark.tsx';

interface OutcomeProps {
  readonly title: string;
  /**
   * True when the outcome replaces only a part of a page. The page has a heading and a landmark
   * already.
   */
  readonly inPlace?: boolean | undefined;
  readonly children: ReactNode;
}

/** A product styles `.outcome`, and `.outcome-part` in the place of a part of a page. */
export function Outcome({ title, inPlace = false, children }: OutcomeProps): ReactNode {
  if (inPlace) {
    return (
      <div role="status" className="outcome-part">
        <p>{title}</p>
        <div>{children}</div>
      </div>
    );
  }
  return (
    <MainLandmark className="outcome">
      <div>
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </MainLandmark>
  );
}
