import type { ProjectDsn } from '../../projects/projects/index.ts';
import type { IssueListProps } from './issues.dto.ts';

/** What to paste into an application that is to report into a project. */
export function toSnippets({
  project,
  dsn,
  tunnel,
}: ProjectDsn): NonNullable<IssueListProps['gettingStarted']>['snippets'] {
  return [
    { title: `DSN of the project ${project}`, copies: 'DSN', code: dsn },
    {
      title: 'On a server, before everything else',
      copies: 'server snippet',
      code: toCode('@sentry/node', `{ dsn: '${dsn}' }`),
    },
    {
      title: 'In a browser, through your own origin',
      copies: 'browser snippet',
      code: toCode('@sentry/browser', `{ dsn: '${dsn}', tunnel: '${tunnel}' }`),
    },
  ];
}

function toCode(sdk: string, options: string): string {
  return [
    `import * as Sentry from '${sdk}';`,
    `Sentry.init(${options});`,
    `Sentry.captureException(new Error('Hello, Errata'));`,
  ].join('\n');
}
