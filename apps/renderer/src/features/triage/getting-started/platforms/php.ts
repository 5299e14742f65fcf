import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

export const php: Platform = {
  id: 'php',
  name: 'PHP',
  language: 'php',
  source: 'https://docs.sentry.io/platforms/php/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'composer require sentry/sentry' },
  configure: [
    {
      file: 'Where your application begins',
      code: `require __DIR__ . '/vendor/autoload.php';

\\Sentry\\init([
    'dsn' => '__DSN__',
    'release' => '__RELEASE__',
    'environment' => '__ENVIRONMENT__',
    'enable_logs' => true,
]);
// sends the logs of \\Sentry\\logger() at the end
register_shutdown_function(static fn () => \\Sentry\\logger()->flush());`,
    },
  ],
  verify: { file: 'Below it', code: `throw new \\Exception('Hello, Errata');` },
};

export const laravel: Platform = {
  id: 'laravel',
  name: 'Laravel',
  language: 'php',
  source: 'https://docs.sentry.io/platforms/php/guides/laravel/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'composer require sentry/sentry-laravel' },
  configure: [
    {
      file: '.env',
      code: `SENTRY_LARAVEL_DSN=__DSN__
SENTRY_RELEASE=__RELEASE__
SENTRY_ENVIRONMENT=__ENVIRONMENT__
SENTRY_ENABLE_LOGS=true
LOG_CHANNEL=stack
LOG_STACK=single,sentry_logs`,
    },
    {
      file: 'bootstrap/app.php',
      code: `use Illuminate\\Foundation\\Configuration\\Exceptions;
use Sentry\\Laravel\\Integration;

// Change only this call of the file.
->withExceptions(function (Exceptions $exceptions) {
    Integration::handles($exceptions);
})->create();`,
    },
  ],
  verify: { file: TERMINAL, code: 'php artisan sentry:test' },
  note: 'For Laravel 11 and later.',
};
