import { RetryLink } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../ui/code-region.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { StartLink } from './start-link.tsx';

export function Page({ detail, digest, stack, inPlace }: OutcomeProps): ReactNode {
  return (
    <Outcome title="This page failed" inPlace={inPlace}>
      <p>{detail}</p>
      {digest !== undefined && (
        <p className="font-mono text-ink select-all">{`Digest: ${digest}`}</p>
      )}
      {stack !== undefined && (
        <CodeRegion label="Stack" className="overflow-x-auto bg-wash p-3 text-xs text-ink">
          {stack}
        </CodeRegion>
      )}
      <p>
        <RetryLink className="button no-underline" />
      </p>
      {!inPlace && <StartLink />}
    </Outcome>
  );
}
