import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import type { MadeToken as Made } from '../tokens.dto.ts';

interface MadeTokenProps {
  readonly made: Made;
  readonly address: string;
}

/** A token that is shown once, when it has been made. */
export function MadeToken({ made: { token, name }, address }: MadeTokenProps): ReactNode {
  const section = useRef<HTMLElement>(null);
  // The section may be above the visible part of the page, and no live region announces it.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made"
      className="mb-6 grid gap-1 border-l-2 border-ink bg-raised px-3 py-2"
    >
      <h2 id="made" className="text-base">{`The token ${name}`}</h2>
      <p className="flex items-center gap-2">
        <code className="font-mono text-xs wrap-anywhere select-all">{token}</code>
        <CopyButton text={token} label="token" />
      </p>
      <p className="text-xs text-faint">
        {`Errata shows it only now. Clients read it from SENTRY_AUTH_TOKEN, and ask ${address}.`}
      </p>
    </section>
  );
}
