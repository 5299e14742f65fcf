import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { StationProps } from '../links.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ line, station }: StationProps): ReactNode {
  return (
    <>
      <h1>{`express ${station} of ${line}`}</h1>
      <p data-testid="express">there</p>
      <Link href={at('/links')} prefetch="none">
        To the links
      </Link>
    </>
  );
}

export function Loading(): ReactNode {
  return <p data-testid="loading">An express is on its way.</p>;
}
