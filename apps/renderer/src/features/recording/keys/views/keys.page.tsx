import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { KeysController } from '../keys.controller.ts';
import { Keys } from './keys.tsx';

type Props = PropsOf<KeysController['show']>;

export function Page({ nowMs, keys }: Props): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Keys</h1>
      <Keys keys={keys} />
    </NowProvider>
  );
}
