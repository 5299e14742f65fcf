import type { ReactNode } from 'react';

/** Where the link is by which somebody comes in while nobody owns Errata. */
export function FindingTheLink(): ReactNode {
  return (
    <p>
      Errata printed a link when it was started: <Command>npm start</Command> in its terminal,
      docker compose in <Command>docker compose logs renderer</Command>, any other start in the
      renderer&rsquo;s log. Open that link in this browser: it lets you read, and become the owner.
    </p>
  );
}

function Command({ children }: { readonly children: string }): ReactNode {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}
