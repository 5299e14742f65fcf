import { Link } from '#client-runtime';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { StationProps } from '../links.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ line, station, loads }: StationProps): ReactNode {
  const [firstLoads] = useState(loads);
  return (
    <>
      <h1>{`station ${station} of ${line}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <p data-testid="first">{`first load ${firstLoads}`}</p>
      <Link href={at('/links')} prefetch="none">
        To the links
      </Link>
      <Link href={at(`/lines/${line}/expresses/1`)} prefetch="none">
        By express
      </Link>
    </>
  );
}
