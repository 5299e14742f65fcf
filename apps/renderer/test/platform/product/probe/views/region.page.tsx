import { Deferred } from '#client-runtime';
import { Suspense, use } from 'react';
import type { ReactNode } from 'react';

interface RegionProps {
  /** `throw`, `moment` and `never` make the region throw or wait; other values do nothing. */
  readonly where: string;
  readonly late?: Promise<string>;
}

const promises = new Map<string, Promise<string>>([
  ['moment', new Promise((resolve) => void setTimeout(resolve, 1, 'a moment later'))],
  ['never', new Promise(() => undefined)],
]);

export function Page({ where, late }: RegionProps): ReactNode {
  return (
    <>
      {late && (
        <Deferred value={late} fallback={<p>waits</p>}>
          {(words) => <p>{words}</p>}
        </Deferred>
      )}
      <Suspense fallback={<p>region waits</p>}>
        <Region where={where} />
      </Suspense>
    </>
  );
}

function Region({ where }: Pick<RegionProps, 'where'>): ReactNode {
  if (where === 'throw') throw new Error('a secret of the region');
  const promise = promises.get(where);
  return <b>{promise ? use(promise) : where}</b>;
}
