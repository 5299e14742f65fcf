import { formatBytes, formatDuration } from '#shared';
import type { RelayOperation, SpoolState } from '#shared';
import type { ReactNode } from 'react';
import { Facts } from '../../../../ui/facts.tsx';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';

export function ReportQueue({ operation }: { readonly operation: RelayOperation }): ReactNode {
  const { problems, takesReports, room, diskUse, spools } = operation;
  const [own, ...left] = spools;
  return (
    <div className="grid gap-3">
      {takesReports ? (
        <p>Reports are taken.</p>
      ) : (
        <p className="font-semibold text-accent">Reports are refused.</p>
      )}
      {problems.length > 0 && (
        <ul className="border-l-2 border-accent pl-3">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {diskUse && <p className="wrap-anywhere">{diskUse}</p>}
      {own && (
        <Facts
          facts={[
            ['Waiting', describeWaiting(own)],
            [
              'Room',
              `for ${formatExactCount(room.maxReports)} reports and ${formatBytes(room.maxBytes)}`,
            ],
            ['Spool', <SpoolName key="own" name={own.name} />],
          ]}
        />
      )}
      <OtherSpools operation={operation} left={left} />
    </div>
  );
}

interface OtherSpoolsProps {
  readonly operation: RelayOperation;
  readonly left: readonly SpoolState[];
}

function OtherSpools({
  operation: { heldSpools, unreadableSpools },
  left,
}: OtherSpoolsProps): ReactNode {
  const held = heldSpools.length;
  if (left.length + held + unreadableSpools.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-quiet">
      {left.map((spool) => (
        <li key={spool.name}>
          Spool <SpoolName name={spool.name} />, left by a relay that is gone
          {`: ${describeWaiting(spool)} waiting${describeUnforwarded(spool)}.`}
        </li>
      ))}
      {held > 0 && (
        <li>
          {`${formatQuantity(held, 'other spool')} in the same folder ${held === 1 ? 'is' : 'are'} in use by another relay, or being emptied. This page cannot show what is in there.`}
        </li>
      )}
      {unreadableSpools.map(({ name, reason }) => (
        <li key={name} className="wrap-anywhere text-accent">
          Spool <SpoolName name={name} />
          {` cannot be opened: ${reason}`}
        </li>
      ))}
    </ul>
  );
}

function SpoolName({ name }: { readonly name: string }): ReactNode {
  return (
    <code translate="no" className="font-mono text-xs">
      {name}
    </code>
  );
}

function describeUnforwarded({ owed: unforwarded }: SpoolState): string {
  return unforwarded === 0 ? '' : `, ${formatExactCount(unforwarded)} to be forwarded`;
}

function describeWaiting({ depth, bytes, oldestMs }: SpoolState): string {
  if (depth === 0) return 'nothing';
  return `${formatQuantity(depth, 'report')}, ${formatBytes(bytes)}, the oldest ${formatDuration(oldestMs)} old`;
}
