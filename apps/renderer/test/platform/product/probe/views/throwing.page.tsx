import { Deferred } from '#client-runtime';
import type { ReactNode } from 'react';

interface ThrowingProps {
  /**
   * `shell` throws in the shell, `region` in a late region, `server` in that region on the server
   * only.
   */
  readonly where: string;
  readonly late: Promise<string>;
}

export function Page({ where, late }: ThrowingProps): ReactNode {
  if (where === 'shell') throw new Error('a secret of the view');
  return (
    <Deferred value={late} fallback={<p>waits</p>}>
      {() => <Region where={where} />}
    </Deferred>
  );
}

function Region({ where }: Pick<ThrowingProps, 'where'>): ReactNode {
  if (where === 'region') throw new Error('a secret of the region');
  if (where === 'server') {
    if (!('document' in globalThis)) throw new Error('a secret of the server render');
    return <p>rendered in the browser</p>;
  }
  return <p>{where}</p>;
}
