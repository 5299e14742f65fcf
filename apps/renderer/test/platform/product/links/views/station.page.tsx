import { useState } from 'react';
import type { ReactNode } from 'react';
import type { StationProps } from '../links.dto.ts';

export function Page({ line, station, loads }: StationProps): ReactNode {
  const [firstLoads] = useState(loads);
  return (
    <>
      <h1>{`station ${station} of ${line}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <p data-testid="first">{`first load ${firstLoads}`}</p>
    </>
  );
}
