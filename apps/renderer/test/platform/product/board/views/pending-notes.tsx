import { usePending } from '#client-runtime';
import type { ReactNode } from 'react';
import type { AddAction } from '../board.dto.ts';

/**
 * Shows notes that are being sent. A form that was sent before the sending code was loaded has no
 * fields yet.
 */
export function PendingNotes(): ReactNode {
  return usePending<AddAction>('add')
    .flatMap(({ note = [] }) => note)
    .map((note) => (
      <li key={note}>
        <i>{`${note} …`}</i>
      </li>
    ));
}
