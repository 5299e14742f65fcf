import type { ReactNode } from 'react';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import type { OutcomeLine } from '../operation.dto.ts';

export function OutcomeTable({
  outcomes,
}: {
  readonly outcomes: readonly OutcomeLine[];
}): ReactNode {
  if (outcomes.length === 0) {
    return <p className="text-quiet">Nothing was sent in the last 24 hours.</p>;
  }
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="text-left font-normal">
            Ended as
          </th>
          <th scope="col" className="pl-3 text-right font-normal whitespace-nowrap">
            Last hour
          </th>
          <th scope="col" className="pl-3 text-right font-normal whitespace-nowrap">
            24 hours
          </th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map((line) => (
          <OutcomeRow key={`${line.title} ${line.detail} ${line.kind}`} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function OutcomeRow({ line }: { readonly line: OutcomeLine }): ReactNode {
  const { title, detail, isBad, kind, lastHour, lastDay } = line;
  return (
    <tr className="border-t border-rule align-baseline">
      <th scope="row" className="py-1 text-left font-normal">
        <span className={isBad ? 'text-accent' : ''}>{title}</span>
        {detail !== undefined && <span className="text-faint">{`: ${detail}`}</span>}
        <span className="text-xs text-faint">{` (${kind.replaceAll('_', ' ')})`}</span>
      </th>
      <td className="py-1 pl-3 text-right">{formatExactCount(lastHour)}</td>
      <td className="py-1 pl-3 text-right">{formatExactCount(lastDay)}</td>
    </tr>
  );
}
