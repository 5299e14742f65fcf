import type { Snippet } from './getting-started.dto.ts';

export interface Platform {
  readonly id: string;
  readonly name: string;
  /** Page of the SDK's documentation. The snippets were checked against it on the day `checked`. */
  readonly source: string;
  readonly checked: string;
  readonly install: Snippet;
  readonly configure: readonly Snippet[];
  readonly verify: Snippet;
  readonly note?: string;
  /**
   * Snippets for reports through the page's own host, and the configuration of this host. Absent
   * for server SDKs.
   */
  readonly tunnel?: {
    readonly configure: readonly Snippet[];
    readonly host: Snippet;
  };
}

const CHECKED = '2026-11-26';
const TERMINAL = 'Terminal';

const NGINX: Snippet = {
  file: 'nginx, in the server block of the application',
  code: `location = /monitoring {
    proxy_pass __ERRATA__/monitoring;
    proxy_ssl_server_name on;
    proxy_set_header Cookie "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_request_buffering off;
    client_max_body_size 0;
}`,
};

const BROWSER_INIT = `import * as Sentry from '@sentry/browser';

Sentry.init({
  dsn: '__DSN__',
});`;

const REACT_INIT = `import * as Sentry from '@sentry/react';

Sentry.init({
  dsn: '__DSN__',
});`;

const REACT_MAIN: Snippet = {
  file: 'src/main.jsx',
  code: `import './instrument.js'; // before everything else
import * as Sentry from '@sentry/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.jsx';

createRoot(document.getElementById('root'), {
  onUncaughtError: Sentry.reactErrorHandler(),
  onCaughtError: Sentry.reactErrorHandler(),
  onRecoverableError: Sentry.reactErrorHandler(),
}).render(<App />);`,
};

const VUE_MAIN = `import { createApp } from 'vue';
import * as Sentry from '@sentry/vue';
import App from './App.vue';

const app = createApp(App);

Sentry.init({
  app,
  dsn: '__DSN__',
});

app.mount('#app');`;

const NEXT_CLIENT = `import * as Sentry from '@sentry/nextjs';

Sentry.init({
  dsn: '__DSN__',
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
  authToken: process.env.SENTRY_AUTH_TOKEN, // uploads source maps: Settings, Tokens, scope org:ci
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
  });
}

export const onRequestError = Sentry.captureRequestError;`,
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
];

const PYTHON_IMPORTS = `import logging

import sentry_sdk
from sentry_sdk.integrations.logging import LoggingIntegration`;

/** Since version 3 the SDK sends what `logging` logs as an error only where it is told to. */
const PYTHON_CALL = `sentry_sdk.init(
    dsn="__DSN__",
    integrations=[LoggingIntegration(event_level=logging.ERROR)],
)`;

const PYTHON_INIT = `${PYTHON_IMPORTS}

${PYTHON_CALL}`;

function throughTunnel(code: string): string {
  return code.replace(`dsn: '__DSN__',`, (dsn) => `${dsn}\n  tunnel: '/monitoring',`);
}

export const platforms: readonly Platform[] = [
  {
    id: 'javascript',
    name: 'Browser JavaScript',
    source: 'https://docs.sentry.io/platforms/javascript/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'npm install @sentry/browser' },
    configure: [{ file: 'The first module of your page', code: BROWSER_INIT }],
    verify: {
      file: 'Below it',
      code: `setTimeout(() => {
  throw new Error('Hello, Errata');
});`,
    },
    tunnel: {
      configure: [{ file: 'The first module of your page', code: throughTunnel(BROWSER_INIT) }],
      host: NGINX,
    },
  },
  {
    id: 'react',
    name: 'React',
    source: 'https://docs.sentry.io/platforms/javascript/guides/react/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'npm install @sentry/react' },
    configure: [{ file: 'src/instrument.js', code: REACT_INIT }, REACT_MAIN],
    verify: {
      file: 'Any component',
      code: `<button
  onClick={() => {
    throw new Error('Hello, Errata');
  }}
>
  Break
</button>`,
    },
    note: 'The three handlers are for React 19 and later. Before that, put your application into Sentry.ErrorBoundary.',
    tunnel: {
      configure: [{ file: 'src/instrument.js', code: throughTunnel(REACT_INIT) }, REACT_MAIN],
      host: NGINX,
    },
  },
  {
    id: 'vue',
    name: 'Vue',
    source: 'https://docs.sentry.io/platforms/javascript/guides/vue/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'npm install @sentry/vue' },
    configure: [{ file: 'src/main.js', code: VUE_MAIN }],
    verify: {
      file: 'Any component (.vue)',
      code: `<script setup>
function fail() {
  throw new Error('Hello, Errata');
}
</script>

<template>
  <button @click="fail">Break</button>
</template>`,
    },
    tunnel: {
      configure: [{ file: 'src/main.js', code: throughTunnel(VUE_MAIN) }],
      host: NGINX,
    },
  },
  {
    id: 'nextjs',
    name: 'Next.js',
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
    note: 'For Next.js 15 and later with the App Router. With a folder src, all files but next.config.ts belong into it. Visitors who quote the digest are found by it: each error.tsx of yours shows and reports the error as global-error.tsx does.',
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
  },
  {
    id: 'node',
    name: 'Node.js',
    source: 'https://docs.sentry.io/platforms/javascript/guides/node/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'npm install @sentry/node' },
    configure: [
      {
        file: 'instrument.mjs',
        code: `import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: '__DSN__',
});`,
      },
      { file: 'Terminal, with your own app.mjs', code: 'node --import ./instrument.mjs app.mjs' },
    ],
    verify: {
      file: 'app.mjs',
      code: `setTimeout(() => {
  throw new Error('Hello, Errata');
});`,
    },
    note: 'The error of this test ends the process once it is sent. With CommonJS, require the file before everything else instead.',
  },
  {
    id: 'nestjs',
    name: 'NestJS',
    source: 'https://docs.sentry.io/platforms/javascript/guides/nestjs/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'npm install @sentry/nestjs' },
    configure: [
      {
        file: 'src/instrument.ts',
        code: `import * as Sentry from '@sentry/nestjs';

Sentry.init({
  dsn: '__DSN__',
});`,
      },
      {
        file: 'src/main.ts',
        code: `import './instrument'; // before everything else
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();`,
      },
      {
        file: 'src/app.module.ts',
        code: `import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { SentryGlobalFilter, SentryModule } from '@sentry/nestjs/setup';

@Module({
  imports: [SentryModule.forRoot()],
  // before all other filters
  providers: [{ provide: APP_FILTER, useClass: SentryGlobalFilter }],
})
export class AppModule {}`,
      },
    ],
    verify: {
      file: 'Any controller of the application',
      code: `import { Controller, Get } from '@nestjs/common';

@Controller()
export class HelloController {
  @Get('hello-errata')
  hello() {
    throw new Error('Hello, Errata');
  }
}`,
    },
    note: 'A filter of your own that catches everything has @SentryExceptionCaptured() on its method catch instead of SentryGlobalFilter.',
  },
  {
    id: 'python',
    name: 'Python',
    source: 'https://docs.sentry.io/platforms/python/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
    configure: [{ file: 'Where your program begins', code: PYTHON_INIT }],
    verify: { file: 'Below it', code: 'division_by_zero = 1 / 0' },
  },
  {
    id: 'django',
    name: 'Django',
    source: 'https://docs.sentry.io/platforms/python/integrations/django/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
    configure: [{ file: 'settings.py', code: PYTHON_INIT }],
    verify: {
      file: 'urls.py',
      code: `from django.urls import path

def hello_errata(request):
    division_by_zero = 1 / 0

urlpatterns = [
    path("hello-errata/", hello_errata),
]`,
    },
  },
  {
    id: 'flask',
    name: 'Flask',
    source: 'https://docs.sentry.io/platforms/python/integrations/flask/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
    configure: [
      {
        file: 'app.py',
        code: `${PYTHON_IMPORTS}
from flask import Flask

${PYTHON_CALL}

app = Flask(__name__)`,
      },
    ],
    verify: {
      file: 'Below it',
      code: `@app.route("/hello-errata")
def hello_errata():
    division_by_zero = 1 / 0`,
    },
  },
  {
    id: 'fastapi',
    name: 'FastAPI',
    source: 'https://docs.sentry.io/platforms/python/integrations/fastapi/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
    configure: [
      {
        file: 'main.py',
        code: `${PYTHON_IMPORTS}
from fastapi import FastAPI

${PYTHON_CALL}

app = FastAPI()`,
      },
    ],
    verify: {
      file: 'Below it',
      code: `@app.get("/hello-errata")
async def hello_errata():
    division_by_zero = 1 / 0`,
    },
  },
  {
    id: 'php',
    name: 'PHP',
    source: 'https://docs.sentry.io/platforms/php/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'composer require sentry/sentry' },
    configure: [
      {
        file: 'Where your application begins',
        code: `require __DIR__ . '/vendor/autoload.php';

\\Sentry\\init([
    'dsn' => '__DSN__',
]);`,
      },
    ],
    verify: { file: 'Below it', code: `throw new \\Exception('Hello, Errata');` },
  },
  {
    id: 'laravel',
    name: 'Laravel',
    source: 'https://docs.sentry.io/platforms/php/guides/laravel/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'composer require sentry/sentry-laravel' },
    configure: [
      { file: '.env', code: 'SENTRY_LARAVEL_DSN=__DSN__' },
      {
        file: 'bootstrap/app.php',
        code: `use Illuminate\\Foundation\\Configuration\\Exceptions;
use Sentry\\Laravel\\Integration;

// of what is there already, this call alone changes
->withExceptions(function (Exceptions $exceptions) {
    Integration::handles($exceptions);
})->create();`,
      },
    ],
    verify: { file: TERMINAL, code: 'php artisan sentry:test' },
    note: 'For Laravel 11 and later.',
  },
  {
    id: 'ruby',
    name: 'Ruby',
    source: 'https://docs.sentry.io/platforms/ruby/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'bundle add sentry-ruby' },
    configure: [
      {
        file: 'Where your program begins',
        code: `require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = '__DSN__'
end`,
      },
    ],
    verify: {
      file: 'Below it',
      code: `begin
  1 / 0
rescue ZeroDivisionError => exception
  Sentry.capture_exception(exception)
end`,
    },
  },
  {
    id: 'rails',
    name: 'Ruby on Rails',
    source: 'https://docs.sentry.io/platforms/ruby/guides/rails/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'bundle add sentry-ruby sentry-rails' },
    configure: [
      {
        file: 'config/initializers/sentry.rb',
        code: `Sentry.init do |config|
  config.dsn = '__DSN__'
  config.breadcrumbs_logger = [:active_support_logger, :http_logger]
end`,
      },
    ],
    verify: {
      file: 'Any action of a controller',
      code: `def hello_errata
  1 / 0
end`,
    },
  },
  {
    id: 'java',
    name: 'Java',
    source: 'https://docs.sentry.io/platforms/java/',
    checked: CHECKED,
    install: { file: 'build.gradle', code: `implementation 'io.sentry:sentry:8.+'` },
    configure: [
      {
        file: 'Main.java',
        code: `import io.sentry.Sentry;

public class Main {
  public static void main(String[] args) {
    Sentry.init(options -> {
      options.setDsn("__DSN__");
    });
  }
}`,
      },
    ],
    verify: {
      file: 'Below it',
      code: `try {
  throw new Exception("Hello, Errata");
} catch (Exception e) {
  Sentry.captureException(e);
}`,
    },
  },
  {
    id: 'spring',
    name: 'Spring Boot',
    source: 'https://docs.sentry.io/platforms/java/guides/spring-boot/',
    checked: CHECKED,
    install: {
      file: 'build.gradle',
      code: `implementation 'io.sentry:sentry-spring-boot-starter-jakarta:8.+'`,
    },
    configure: [{ file: 'application.properties', code: 'sentry.dsn=__DSN__' }],
    verify: {
      file: 'Any controller',
      code: `@GetMapping("/hello-errata")
String hello() {
  throw new IllegalStateException("Hello, Errata");
}`,
    },
    note: 'For Spring Boot 3. The starter of Spring Boot 4 is called sentry-spring-boot-4-starter.',
  },
  {
    id: 'go',
    name: 'Go',
    source: 'https://docs.sentry.io/platforms/go/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'go get github.com/getsentry/sentry-go' },
    configure: [
      {
        file: 'main.go',
        code: `package main

import (
	"log"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn: "__DSN__",
	})
	if err != nil {
		log.Fatalf("sentry.Init: %s", err)
	}
	defer sentry.Flush(2 * time.Second)
}`,
      },
    ],
    verify: {
      file: 'In main, with errors among the imports',
      code: `sentry.CaptureException(errors.New("Hello, Errata"))`,
    },
  },
  {
    id: 'dotnet',
    name: '.NET',
    source: 'https://docs.sentry.io/platforms/dotnet/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'dotnet add package Sentry' },
    configure: [
      {
        file: 'Program.cs',
        code: `SentrySdk.Init(options =>
{
    options.Dsn = "__DSN__";
});`,
      },
    ],
    verify: {
      file: 'Below it',
      code: `SentrySdk.CaptureException(new Exception("Hello, Errata"));`,
    },
  },
  {
    id: 'aspnetcore',
    name: 'ASP.NET Core',
    source: 'https://docs.sentry.io/platforms/dotnet/guides/aspnetcore/',
    checked: CHECKED,
    install: { file: TERMINAL, code: 'dotnet add package Sentry.AspNetCore' },
    configure: [
      {
        file: 'Program.cs',
        code: `var builder = WebApplication.CreateBuilder(args);

builder.WebHost.UseSentry("__DSN__");`,
      },
    ],
    verify: {
      file: 'Program.cs, after builder.Build()',
      code: `app.MapGet("/hello-errata", string () => throw new Exception("Hello, Errata"));`,
    },
  },
];
