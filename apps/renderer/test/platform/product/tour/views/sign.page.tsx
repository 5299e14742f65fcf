import { Link, Style } from '#client-runtime';
import type { ReactNode } from 'react';
import { at } from '../../browser/at.ts';

export function Page({ sign }: { readonly sign: string }): ReactNode {
  return (
    <>
      <h1>{`sign ${sign}`}</h1>
      <Style>{`#bar-${sign} { width: ${100 + Number(sign)}px }`}</Style>
      <div id={`bar-${sign}`} />
      <Link href={at(`/tours/a/signs/${Number(sign) + 1}`)}>next</Link>
      <Link href={at('/tours/a/stops/1')}>stop</Link>
    </>
  );
}
