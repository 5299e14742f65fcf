import type { ReactNode } from 'react';
import { Section } from '../section.tsx';

interface DangerProps {
  readonly title: string;
  /** Sentences: what goes with it, by number, and what stays. */
  readonly goes: string;
  /** The form, or the button that asks. */
  readonly children: ReactNode;
}

/** What cannot be undone, in a ruled block of its own at the end of a page. */
export function Danger({ title, goes, children }: DangerProps): ReactNode {
  return (
    <Section id="danger" title={title}>
      <div className="grid max-w-lg gap-3 border-l-3 border-bar pl-4">
        <p className="text-sm text-quiet">{goes}</p>
        {children}
      </div>
    </Section>
  );
}
