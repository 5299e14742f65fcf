import { useNavigation } from '#client-runtime';
import type { ReactNode } from 'react';
import { Live } from '../../tour/views/live.tsx';

export function Layout({
  line,
  children,
}: {
  readonly line: string;
  readonly children: ReactNode;
}): ReactNode {
  const { progress } = useNavigation();
  return (
    <>
      <p data-testid="line">{`line ${line}`}</p>
      <p data-testid="progress">{progress.state}</p>
      <Live />
      <main>{children}</main>
    </>
  );
}
