import { Parts, PartsAt } from '#client-runtime/parts';
import type { ReactNode } from 'react';
import type { CounterProps } from '../counter.dto.ts';

export function Page(props: CounterProps): ReactNode {
  return (
    <Parts value={props}>
      <h1>{`counter ${props.counter}`}</h1>
      <PartsAt place="top" />
      <ul>
        {props.rows.map((row) => (
          <li key={row}>
            <PartsAt place="row" item={row}>{`row ${row} alone`}</PartsAt>
          </li>
        ))}
      </ul>
    </Parts>
  );
}
