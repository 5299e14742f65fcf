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

type Directive = keyof typeof policy;

/**
 * Sources that a product adds, by directive: `{ 'img-src': ['https://images.example'] }`.
 * https://www.w3.org/TR/CSP3/#framework-directive-source-list
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
  const directives = Object.entries(policy).map(([name, own]: [string, readonly string[]]) => {
    const more = added.flatMap((sources) => sources[name as keyof ContentSources] ?? []);
    const kept = more.length > 0 ? own.filter((source) => source !== "'none'") : own;
    return [name, [...kept, ...more]] as const;
  });
  return Object.fromEntries(directives.filter(([, sources]) => sources.length > 0));
}
