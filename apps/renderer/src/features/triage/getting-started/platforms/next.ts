import type { Snippet } from '../getting-started.dto.ts';
import { TERMINAL, throughTunnel } from './platform.ts';
import type { Platform } from './platform.ts';

const NEXT_CLIENT = `import * as Sentry from '@sentry/nextjs';

Sentry.init({
  dsn: '__DSN__',
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  // errors and warnings of the console become logs
  integrations: [Sentry.consoleLoggingIntegration({ levels: ['warn', 'error'] })],
});

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;`;

function toNextConfig(nextConfig: string): Snippet {
  return {
    file: 'next.config.ts',
    code: `import { withSentryConfig } from '@sentry/nextjs/config'; // old versions: '@sentry/nextjs'

const nextConfig = {
${nextConfig}
};

export default withSentryConfig(nextConfig, {
  org: '__ORG__',
  project: '__PROJECT__',
  sentryUrl: '__PUBLIC_URL__',
  authToken: process.env.SENTRY_AUTH_TOKEN,
  telemetry: false,
});`,
  };
}

const NEXT_SERVER: readonly Snippet[] = [
  {
    file: 'instrumentation.ts',
    code: `import * as Sentry from '@sentry/nextjs';

export function register() {
  Sentry.init({
    dsn: '__DSN__',
    release: '__RELEASE__',
    environment: '__ENVIRONMENT__',
    integrations: [Sentry.consoleLoggingIntegration()], // what the console prints becomes logs
  });
}

export const onRequestError = Sentry.captureRequestError;`,
  },
  {
    file: 'app/error.tsx, and each error.tsx below it',
    code: `'use client';

import * as Sentry from '@sentry/nextjs';
import { useEffect } from 'react';

type Failed = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Failed) {
  useEffect(() => {
    Sentry.captureException(error);
  }, [error]);

  return (
    <main>
      <h1>Something went wrong</h1>
      {error.digest && <p>Digest: {error.digest}</p>}
      <button onClick={reset}>Try again</button>
    </main>
  );
}`,
  },
  {
    file: 'app/global-error.tsx',
    code: `'use client';

import * as Sentry from '@sentry/nextjs';
import { useEffect } from 'react';

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => {
    Sentry.captureException(error);
  }, [error]);

  return (
    <html>
      <body>
        <h1>Something went wrong</h1>
        {error.digest && <p>Digest: {error.digest}</p>}
      </body>
    </html>
  );
}`,
  },
  {
    file: 'Terminal, where you build: the token uploads source maps',
    code: 'SENTRY_AUTH_TOKEN=__TOKEN__ npm run build',
  },
];

export const nextjs: Platform = {
  id: 'nextjs',
  name: 'Next.js',
  language: 'typescript',
  source: 'https://docs.sentry.io/platforms/javascript/guides/nextjs/manual-setup/',
  checked: '2026-11-28',
  install: { file: TERMINAL, code: 'npm install @sentry/nextjs' },
  configure: [
    toNextConfig('  // what you have there already'),
    { file: 'instrumentation-client.ts', code: NEXT_CLIENT },
    ...NEXT_SERVER,
  ],
  verify: {
    file: 'app/hello-errata/page.tsx',
    code: `export const dynamic = 'force-dynamic';

export default function Page() {
  throw new Error('Hello, Errata');
}`,
  },
  note: 'For Next.js 15 and later with the App Router. With a folder src, all files but next.config.ts belong into it. Visitors who quote the digest are found by it. Make the token under Settings, Tokens, with the scope org:ci.',
  tunnel: {
    configure: [
      toNextConfig(`  // besides what you have there already
  async rewrites() {
    return [{ source: '/monitoring', destination: '__ERRATA__/monitoring' }];
  },`),
      { file: 'instrumentation-client.ts', code: throughTunnel(NEXT_CLIENT) },
      ...NEXT_SERVER,
    ],
    host: {
      file: 'proxy.ts (middleware.ts before Next.js 16), if you have one: it leaves the tunnel alone',
      code: `export const config = {
  matcher: ['/((?!monitoring|_next/static|_next/image|favicon.ico).*)'],
};`,
    },
  },
};
