import { formatBytes } from '#shared';
import type { DamagedSpool } from '#shared';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';

export function DamagedSpools({ spools }: { readonly spools: readonly DamagedSpool[] }): ReactNode {
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2 border-l-2 border-accent pl-3">
        {spools.map((spool) => (
          <li key={spool.folder}>
            <code className="font-mono text-sm wrap-anywhere">{`DATA_DIR/damaged/${spool.folder}`}</code>
            <Facts spool={spool} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">
        These spools may hold accepted reports. Check the disk and the memory of the machine.
        Recover what can be read as docs/damaged-spools.md says. Remove a folder when you no longer
        need it.
      </p>
    </div>
  );
}

function Facts({ spool: { setAsideAtMs, bytes } }: { readonly spool: DamagedSpool }): ReactNode {
  return (
    <p className="text-xs text-faint">
      Set aside
      {setAsideAtMs !== undefined && (
        <>
          {' '}
          <RelativeTime atMs={setAsideAtMs} />
        </>
      )}
      {bytes !== undefined && ` · takes ${formatBytes(bytes)} of the disk`}
    </p>
  );
}
