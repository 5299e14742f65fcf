import type { ReactNode } from 'react';
import type { ToldOperation } from '../operations.dto.ts';

export function Part({ name, words }: ToldOperation): ReactNode {
  return (
    <p className="pb-1 text-sm wrap-anywhere">
      <code translate="no" className="font-mono text-xs">
        {name}
      </code>{' '}
      {words}.
    </p>
  );
}
