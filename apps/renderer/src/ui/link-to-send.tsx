import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface LinkToSendProps {
  /** The person who gets the link. */
  readonly to: string;
  readonly link: string;
  /** Its use, and how long it lasts. */
  readonly children: ReactNode;
}

/** A link that is shown once, when it has been made. */
export function LinkToSend({ to, link, children }: LinkToSendProps): ReactNode {
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
      <h2 id="made" className="text-base">{`Send this link to ${to}`}</h2>
      <p className="flex items-center gap-2">
        <code className="font-mono text-xs wrap-anywhere select-all">{link}</code>
        <CopyButton text={link} label="link" />
      </p>
      <p className="text-xs text-faint">{children}</p>
    </section>
  );
}
