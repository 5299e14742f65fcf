import { usePending } from '#client-runtime';
import type { ReactNode } from 'react';
import type { AddAction } from '../board.dto.ts';

/** Notes on their way, as if they were there. */
export function PendingNotes(): ReactNode {
  return usePending<AddAction>('add').map(({ note }) => (
    <li key={String(note)}>
      <i>{`${String(note)} …`}</i>
    </li>
  ));
}
