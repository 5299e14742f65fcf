import type { Snippet } from '../getting-started.dto.ts';
import { CHECKED, TERMINAL, throughTunnel } from './platform.ts';
import type { Platform } from './platform.ts';

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
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  // errors and warnings of the console become logs
  integrations: [Sentry.consoleLoggingIntegration({ levels: ['warn', 'error'] })],
});`;

const REACT_INIT = `import * as Sentry from '@sentry/react';

Sentry.init({
  dsn: '__DSN__',
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  // errors and warnings of the console become logs
  integrations: [Sentry.consoleLoggingIntegration({ levels: ['warn', 'error'] })],
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
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  // errors and warnings of the console become logs
  integrations: [Sentry.consoleLoggingIntegration({ levels: ['warn', 'error'] })],
});

app.mount('#app');`;

export const javascript: Platform = {
  id: 'javascript',
  name: 'Browser JavaScript',
  language: 'javascript',
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
};

export const react: Platform = {
  id: 'react',
  name: 'React',
  language: 'javascript',
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
};

export const vue: Platform = {
  id: 'vue',
  name: 'Vue',
  language: 'javascript',
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
};
