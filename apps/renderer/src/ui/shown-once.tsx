import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly kind: string;
  readonly children: ReactNode;
}

export function ShownOnce({ title, secret, kind, children }: ShownOnceProps): ReactNode {
  const section = useRef<HTMLElement>(null);
  // The section may be scrolled out of view, and no live region announces it.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made"
      className="mb-6 grid gap-1 border-l-2 border-ink bg-raised px-3 py-2"
    >
      <h2 id="made" className="text-base">
        {title}
      </h2>
      <p className="flex items-center gap-2">
        <code translate="no" className="font-mono text-xs wrap-anywhere select-all">
          {secret}
        </code>
        <CopyButton text={secret} label={kind} />
      </p>
      <p className="text-xs text-faint">{children}</p>
    </section>
  );
}
