import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';

/** Fields of a form that nobody types: one with several values is sent several times. */
export function HiddenFields({ fields }: Pick<FlashUndo, 'fields'>): ReactNode {
  return Object.entries(fields).flatMap(([name, values]) =>
    [values]
      .flat()
      .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
  );
}
