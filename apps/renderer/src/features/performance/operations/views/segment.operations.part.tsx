import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { FigureTable } from '../../segments/views/index.ts';
import type { OperationsProps } from '../operations.dto.ts';

export function Part({ repeated, ...table }: OperationsProps): ReactNode {
  return (
    <Section id="operations" title="Operations by time">
      {repeated.map(({ words, name }) => (
        <p key={name} className="pb-2 text-sm wrap-anywhere">
          {words}:{' '}
          <code translate="no" className="font-mono text-xs">
            {name}
          </code>
        </p>
      ))}
      <FigureTable {...table} />
    </Section>
  );
}
