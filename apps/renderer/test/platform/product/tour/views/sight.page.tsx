import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import './sight.css';

export function Page({ stop }: { readonly stop: string }): ReactNode {
  return (
    <>
      <h1 className="sight">{`sight ${stop}`}</h1>
      <Link href="/tours/a/stops/1">Back to the first</Link>
    </>
  );
}
