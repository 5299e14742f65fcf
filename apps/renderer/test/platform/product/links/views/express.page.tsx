import type { ReactNode } from 'react';
import type { StationProps } from '../links.dto.ts';

export function Page({ line, station }: StationProps): ReactNode {
  return (
    <>
      <h1>{`express ${station} of ${line}`}</h1>
      <p data-testid="express">there</p>
    </>
  );
}

export function Loading(): ReactNode {
  return <p data-testid="loading">An express is on its way.</p>;
}
