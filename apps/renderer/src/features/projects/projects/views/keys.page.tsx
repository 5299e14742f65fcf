import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import type { KeysProps } from '../keys.dto.ts';
import { KeyRates } from './key-rates.tsx';
import { Keys } from './keys.tsx';

export function Page({ keys }: KeysProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">Keys</h1>
      <Section id="keys" title="DSNs">
        <Keys keys={keys} />
      </Section>
      <Section id="rates" title="Rates">
        <KeyRates keys={keys} />
      </Section>
    </>
  );
}
