import { RetryLink } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from './outcome.tsx';
import { StartLink } from './start-link.tsx';

/** The keyboard can scroll the stack. */
const FOCUSABLE = { tabIndex: 0, role: 'region' };

export function Page({ detail, digest, stack, inPlace, start }: OutcomeProps): ReactNode {
  return (
    <Outcome title="This page failed" inPlace={inPlace}>
      <p>{detail}</p>
      {digest !== undefined && <p className="digest">{`Digest: ${digest}`}</p>}
      {stack !== undefined && (
        <pre translate="no" {...FOCUSABLE} aria-label="Stack">
          <code>{stack}</code>
        </pre>
      )}
      <p>
        <RetryLink className="button no-underline" />
      </p>
      {!inPlace && <StartLink start={start} />}
    </Outcome>
  );
}
