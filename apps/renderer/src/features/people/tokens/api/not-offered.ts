interface Part {
  /** Matches the path and query of a request. */
  readonly at: RegExp;
  readonly name: string;
  /** Sentence about what serves instead. */
  readonly instead: string;
}

const PARTS: readonly Part[] = [
  {
    at: /\/events\/?\?(?:.*&)?dataset=(?:our)?logs\b|\/trace-logs\b/,
    name: 'logs',
    instead: '/logs.txt?query=… has them.',
  },
  {
    at: /\/projects\/[^/]+\/[^/]+\/events\/?(?:\?|$)/,
    name: 'the events of a project',
    instead: '/api/0/organizations/{org}/issues/{issue}/events/ has those of an issue.',
  },
  {
    at: /\/events\/[^/]+\/json\b/,
    name: 'an event as it was sent',
    instead: '/api/0/projects/{org}/{project}/events/{event}/ has what was read of it.',
  },
  {
    at: /\/organizations\/[^/]+\/events(?:-[a-z]+)?\/?(?:\?|$)/,
    name: 'queries over events',
    instead: '/api/0/organizations/{org}/issues/?query=… finds issues and counts their events.',
  },
  {
    at: /\/releases\/[^/]+\/files\b|\/files\/source-maps\b/,
    name: 'the files of a release',
    instead:
      '"sentry-cli sourcemaps upload" sends source maps, and a project’s settings list and delete them.',
  },
  {
    at: /\/files\/(?:dsyms|difs|proguard)|\/preprodartifacts\b/,
    name: 'debug files and builds',
    instead: '"sentry-cli sourcemaps upload" sends the source maps of JavaScript.',
  },
  {
    at: /\/(?:rules|alert-rules|combined-rules|workflows|detectors)\b/,
    name: 'alert rules',
    instead: 'A project’s settings have them.',
  },
  {
    at: /\/monitors\b/,
    name: 'changes of monitors',
    instead: 'A check-in with its monitor_config makes one, and so does /crons.',
  },
  {
    at: /\/trace(?:-meta|-items)?\//,
    name: 'traces',
    instead: 'The page /traces/{trace} has the events and logs of one.',
  },
  {
    at: /\/sessions\b/,
    name: 'sums of sessions',
    instead: '/api/0/organizations/{org}/releases/{version}/health/ has those of a release.',
  },
  { at: /\/org-auth-tokens\b/, name: 'tokens', instead: 'Owners make them at /settings/tokens.' },
  {
    at: /\/code-mappings\b|\/integrations\b/,
    name: 'links to code',
    instead: 'A project’s settings have them.',
  },
];

const LONGEST = 100;

/**
 * Names the part of Sentry's API that Errata lacks, and what serves instead. `url` is path and
 * query.
 */
export function toNotOffered(method: string, url: string): string {
  const part = PARTS.find(({ at }) => at.test(url));
  const [path = ''] = url.split('?');
  const { name, instead } = part ?? {
    name: `${method} ${path.slice(0, LONGEST)}`,
    instead: '/help/api-reference lists what it answers.',
  };
  return `Errata does not offer this part of the Sentry API: ${name}. ${instead}`;
}
