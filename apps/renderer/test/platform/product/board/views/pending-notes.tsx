import { usePending } from '#client-runtime';
import type { ReactNode } from 'react';
import type { AddAction } from '../board.dto.ts';

/** Notes on their way, as if they were there. What is sent before the code that sends is there has no fields yet. */
export function PendingNotes(): ReactNode {
  return usePending<AddAction>('add')
    .flatMap(({ note = [] }) => note)
    .map((note) => (
      <li key={note}>
        <i>{`${note} …`}</i>
      </li>
    ));
}
