import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';

export function HiddenFields({ fields }: Pick<FlashUndo, 'fields'>): ReactNode {
  return Object.entries(fields).flatMap(([name, values]) =>
    [values]
      .flat()
      .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
  );
}
