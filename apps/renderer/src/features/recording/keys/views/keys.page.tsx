import type { ReactNode } from 'react';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { KeysProps } from '../keys.dto.ts';
import { Keys } from './keys.tsx';

export function Page({ nowMs, keys }: KeysProps): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Keys</h1>
      <Keys keys={keys} />
    </NowProvider>
  );
}
