import type { EventSdk } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';

export function Sdk({ sdk }: { readonly sdk: EventSdk | undefined }): ReactNode {
  if (!sdk) return null;
  const { name, version, integrations = [], packages = [] } = sdk;
  return (
    <FoldSection id="sdk" title="SDK">
      <p className="text-sm wrap-anywhere">{[name, version].filter(Boolean).join(' ')}</p>
      <Names names={integrations} one="integration" />
      <Names names={packages} one="package" />
    </FoldSection>
  );
}

function Names({
  names,
  one,
}: {
  readonly names: readonly string[];
  readonly one: string;
}): ReactNode {
  if (names.length === 0) return null;
  return (
    <Disclosure className="text-sm text-quiet" summary={formatQuantity(names.length, one)}>
      <p className="py-1 pl-4 wrap-anywhere">
        <bdi>{names.join(', ')}</bdi>
      </p>
    </Disclosure>
  );
}
