/** An empty directive is left out of the header, so that `default-src` applies. */
const policy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'frame-src': [],
  'img-src': ["'self'", 'data:'],
  'manifest-src': ["'self'"],
  'media-src': [],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
};

type Directive =
  | keyof typeof policy
  | 'report-to'
  | 'report-uri'
  | 'require-trusted-types-for'
  | 'script-src-attr'
  | 'style-src-attr'
  | 'trusted-types'
  | 'upgrade-insecure-requests';

/**
 * Sources or values that a product adds, by directive: `{ 'img-src': ['https://images.example'] }`.
 * A directive without values has an empty list. https://www.w3.org/TR/CSP3/#csp-directives
 */
export type ContentSources = {
  readonly [
    Name in Exclude<Directive, 'default-src' | 'base-uri' | 'object-src'>
  ]?: readonly string[];
};

/**
 * Vite's live updates use a WebSocket on another port. They reconnect in a worker from a blob URL.
 */
const liveUpdates: ContentSources = { 'connect-src': ['ws:'], 'worker-src': ['blob:'] };

interface PolicyParts {
  readonly nonce: string;
  readonly contentSources: ContentSources;
  readonly development: boolean;
}

export function toDirectives({
  nonce,
  contentSources,
  development,
}: PolicyParts): Readonly<Record<string, readonly string[]>> {
  const inline = [`'nonce-${nonce}'`];
  const added: readonly ContentSources[] = [
    { 'script-src': inline, 'style-src': inline },
    contentSources,
    development ? liveUpdates : {},
  ];
  const all: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(Object.keys(contentSources).map((name) => [name, []])),
    ...policy,
  };
  const directives = Object.entries(all).map(([name, own]) => {
    const more = added.flatMap((sources) => sources[name as keyof ContentSources] ?? []);
    const kept = more.length > 0 ? own.filter((source) => source !== "'none'") : own;
    return [name, [...kept, ...more]] as const;
  });
  const isSaid = (name: string): boolean => !(name in policy) && name in contentSources;
  return Object.fromEntries(
    directives.filter(([name, sources]) => sources.length > 0 || isSaid(name)),
  );
}
