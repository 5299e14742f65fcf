import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';

interface RedirectAddressProps {
  readonly address: string;
  readonly of?: string;
}

/** Shows the address with which Errata has to be registered at a provider. */
export function RedirectAddress({ address, of = '' }: RedirectAddressProps): ReactNode {
  return (
    <p className="max-w-prose text-sm text-quiet">
      {'Redirect address: '}
      <code translate="no" className="font-mono wrap-anywhere select-all">
        {address}
      </code>{' '}
      <CopyButton text={address} label={`redirect address ${of}`.trim()} />
    </p>
  );
}
