import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import './sight.css';
import { at } from '../../browser/at.ts';

export function Page({ stop }: { readonly stop: string }): ReactNode {
  return (
    <>
      <h1 className="sight">{`sight ${stop}`}</h1>
      <Link href={at('/tours/a/stops/1')}>Back to the first</Link>
    </>
  );
}
