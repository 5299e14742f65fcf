import type { ReactNode } from 'react';
import { ShownOnce } from './shown-once.tsx';

interface LinkToSendProps {
  /** The person who gets the link. */
  readonly to: string;
  readonly link: string;
  /** Its use, and how long it lasts. */
  readonly children: ReactNode;
}

/** A link that is shown once, when it has been made. */
export function LinkToSend({ to, link, children }: LinkToSendProps): ReactNode {
  return (
    <ShownOnce title={`Send this link to ${to}`} secret={link} kind="link">
      {children}
    </ShownOnce>
  );
}
