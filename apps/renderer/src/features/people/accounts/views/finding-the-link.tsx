import type { ReactNode } from 'react';

export function FindingTheLink(): ReactNode {
  return (
    <p>
      Errata printed a link when it started, in its terminal or log. With Docker, run{' '}
      <Command>docker logs errata</Command>, where errata is the name of the container. With Docker
      Compose, run <Command>docker compose logs renderer</Command>. After{' '}
      <Command>npm start</Command>, look in the terminal. Open the link in this browser to read
      Errata and to become its owner.
    </p>
  );
}

function Command({ children }: { readonly children: string }): ReactNode {
  return (
    <code translate="no" className="font-mono text-xs wrap-anywhere">
      {children}
    </code>
  );
}
