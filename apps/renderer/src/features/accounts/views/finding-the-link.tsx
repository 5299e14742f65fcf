import type { ReactNode } from 'react';

/** Says where Errata printed the link that lets its first owner in. */
export function FindingTheLink(): ReactNode {
  return (
    <p>
      Errata printed a link when it started. After <Command>npm start</Command> it stands in the
      terminal, with docker compose in <Command>docker compose logs renderer</Command>, else in the
      renderer&rsquo;s log. Open the link in this browser: it lets you read, and become the owner.
    </p>
  );
}

function Command({ children }: { readonly children: string }): ReactNode {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}
