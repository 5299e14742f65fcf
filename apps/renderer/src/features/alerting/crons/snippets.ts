import { parseDsn } from '#shared';
import type { Snippet } from './crons.dto.ts';

export function toSnippets(dsn: string, slug = 'nightly-backup'): Snippet[] {
  const parsed = parseDsn(dsn);
  const address = parsed
    ? `${parsed.origin}/api/${parsed.projectId}/cron/${slug}/${parsed.publicKey}/`
    : dsn;
  const config = `{ schedule: { type: 'crontab', value: '0 2 * * *' }, timezone: 'Europe/Berlin' }`;
  return [
    {
      title: 'curl, at the end of a line of a crontab',
      code: `if ./backup.sh; then s=ok; else s=error; fi; curl -fsS --retry 3 "${address}?status=$s"`,
    },
    {
      title: 'sentry-cli, around a command',
      code: `export SENTRY_DSN='${dsn}'\nsentry-cli monitors run ${slug} --schedule '0 2 * * *' -- ./backup.sh`,
    },
    {
      title: 'JavaScript',
      code: `await Sentry.withMonitor('${slug}', () => backUp(), ${config});`,
    },
    {
      title: 'Python',
      code: `from sentry_sdk.crons import monitor\n\n@monitor(monitor_slug='${slug}')\ndef back_up(): ...`,
    },
  ];
}
