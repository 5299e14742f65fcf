import type { ReactNode } from 'react';

export function Part({ note }: { readonly note: string }): ReactNode {
  return <p>{note}</p>;
}
