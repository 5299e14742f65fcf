import type { RefusedKey } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';

export function RefusedKeyList({
  refusedKeys,
}: {
  readonly refusedKeys: readonly RefusedKey[];
}): ReactNode {
  return (
    <div className="grid gap-2">
      <p className="text-quiet">
        These reports came with a key that is unknown or disabled, and are lost. Compare the DSN in
        the application with the one on the settings page of its project. Correct the application,
        or enable the key on that page.
      </p>
      <ul className="grid gap-2">
        {refusedKeys.map((refused) => (
          <RefusedKeyRow key={toName(refused)} refused={refused} />
        ))}
      </ul>
    </div>
  );
}

function RefusedKeyRow({ refused }: { readonly refused: RefusedKey }): ReactNode {
  const { keyPrefix, projectId, sdk, network, count, lastAtMs } = refused;
  return (
    <li className="grid">
      <span className="wrap-anywhere">
        {keyPrefix === '' ? 'No key' : <code className="font-mono">{`${keyPrefix}…`}</code>}
        {` for project ${projectId}: ${formatQuantity(count, 'request')}, the last `}
        <RelativeTime atMs={lastAtMs} />
      </span>
      <span className="text-xs wrap-anywhere text-faint">
        {`${sdk || 'an unknown SDK'}, from ${network || 'an unknown network'}`}
      </span>
    </li>
  );
}

function toName({ keyPrefix, projectId, sdk, network }: RefusedKey): string {
  return [keyPrefix, projectId, sdk, network].join(' ');
}
