import type { ReactNode } from 'react';

export function Part({ text }: { readonly text: string }): ReactNode {
  return text;
}
