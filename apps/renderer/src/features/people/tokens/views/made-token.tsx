import type { ReactNode } from 'react';
import { ShownOnce } from '../../../../ui/shown-once.tsx';
import type { MadeToken as Made } from '../tokens.dto.ts';

interface MadeTokenProps {
  readonly made: Made;
  readonly address: string;
}

export function MadeToken({ made: { token, name }, address }: MadeTokenProps): ReactNode {
  return (
    <ShownOnce title={`The token ${name}`} secret={token} kind="token">
      {`Errata shows it only now. Clients read it from SENTRY_AUTH_TOKEN, and ask ${address}.`}
    </ShownOnce>
  );
}
