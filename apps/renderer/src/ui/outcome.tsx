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

export function Outcome({ title, inPlace = false, children }: OutcomeProps): ReactNode {
  if (inPlace) {
    return (
      <div role="status" className="border-l-2 border-accent py-1 pl-3">
        <p className="text-ink">{title}</p>
        <div className="grid gap-2 text-quiet">{children}</div>
      </div>
    );
  }
  return (
    <MainLandmark className="px-4 sm:px-6">
      <div className="mx-auto max-w-xl py-16 sm:py-24">
        <h1 className="border-l-2 border-accent pl-3 text-xl">{title}</h1>
        <div className="mt-3 grid gap-3 pl-3.5 text-quiet">{children}</div>
      </div>
    </MainLandmark>
  );
}
