import type { Request } from 'express';

/** Each part has a pattern for path and query, its name, and a sentence about what serves instead. */
const PARTS: readonly (readonly [at: RegExp, name: string, instead: string])[] = [
  [
    /\/events\/?\?(?:.*&)?dataset=(?:our)?logs\b|\/trace-logs\b/,
    'logs',
    '/logs.txt?query=… has them.',
  ],
  [
    /\/projects\/[^/]+\/[^/]+\/events\/?(?:\?|$)/,
    'the events of a project',
    '/api/0/organizations/{org}/issues/{issue}/events/ has those of an issue.',
  ],
  [
    /\/organizations\/[^/]+\/events(?:-[a-z]+)?\/?(?:\?|$)/,
    'queries over events',
    '/api/0/organizations/{org}/issues/?query=… finds issues and counts their events.',
  ],
  [
    /\/releases\/[^/]+\/files\b|\/files\/source-maps\b/,
    'the files of a release',
    '"sentry-cli sourcemaps upload" sends source maps, and a project’s settings list and delete them.',
  ],
  [
    /\/files\/(?:dsyms|difs|proguard)|\/preprodartifacts\b/,
    'debug files and builds',
    '"sentry-cli sourcemaps upload" sends the source maps of JavaScript.',
  ],
  [
    /\/(?:rules|alert-rules|combined-rules|workflows|detectors)\b/,
    'alert rules',
    'A project’s settings have them.',
  ],
  [
    /\/monitors\b/,
    'changes of monitors',
    'A check-in with its monitor_config makes one, and so does /crons.',
  ],
  [
    /\/trace(?:-meta|-items)?\//,
    'traces',
    'The page /traces/{trace} has the events and logs of one.',
  ],
];

const LONGEST = 100;

/**
 * Names the part of Sentry's API that Errata lacks. The status is 400, because sentry-cli ignores
 * this text for a 404 and prints that the project was not found.
 */
export function refuseUnknown({ method, originalUrl }: Pick<Request, 'method' | 'originalUrl'>): {
  readonly status: number;
  readonly detail: string;
} {
  const [path = ''] = originalUrl.split('?');
  const [, name, instead] = PARTS.find(([at]) => at.test(originalUrl)) ?? [
    undefined,
    `${method} ${path.slice(0, LONGEST)}`,
    '/help/api-reference lists what it answers.',
  ];
  const detail = `Errata does not offer this part of the Sentry API: ${name}. ${instead}`;
  return { status: 400, detail };
}
