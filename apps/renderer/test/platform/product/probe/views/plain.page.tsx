import type { ReactNode } from 'react';
import type { PlainProps } from '../probe.dto.ts';

export function Page({ text }: PlainProps): ReactNode {
  return <h1>{text}</h1>;
}
