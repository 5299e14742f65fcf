import type { ReactNode } from 'react';
import { ShownOnce } from './shown-once.tsx';

interface LinkToSendProps {
  readonly to: string;
  readonly link: string;
  readonly children: ReactNode;
}

export function LinkToSend({ to, link, children }: LinkToSendProps): ReactNode {
  return (
    <ShownOnce title={`Send this link to ${to}`} secret={link} kind="link">
      {children}
    </ShownOnce>
  );
}
