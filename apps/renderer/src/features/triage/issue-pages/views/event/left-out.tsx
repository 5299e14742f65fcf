import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import type { IssuePageProps } from '../../issues.dto.ts';
import { RawLink } from './raw-links.tsx';

export function LeftOutNote({ leftOut }: Pick<IssuePageProps, 'leftOut'>): ReactNode {
  if (!leftOut) return null;
  const amounts = Object.entries(leftOut).map(([kind, count]) => formatQuantity(count, kind));
  return (
    <p className="py-1 text-sm text-quiet">
      {`This page leaves out or shortens: ${amounts.join(', ')}. `}
      <RawLink>The whole event, as JSON</RawLink>
    </p>
  );
}
