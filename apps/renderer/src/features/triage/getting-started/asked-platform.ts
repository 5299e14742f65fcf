import { to } from '#shared';
import { fillSnippet } from './fill-snippet.ts';
import type { ChosenPlatform, NamedLink, Snippet } from './getting-started.dto.ts';
import type { Platform } from './platforms/platform.ts';

export interface AskedPlatform {
  readonly platform?: string;
  /**
   * `own-host` means that browsers send reports to the page's own host, which forwards the reports.
   * Ad blockers do not block such requests.
   */
  readonly via?: 'own-host';
}

export interface ReportsTo {
  readonly dsn: string;
  readonly dsnOrigin: string;
  readonly tunnel: string;
  readonly publicUrl: string;
  readonly organisation: string;
}

/** Loads the snippets on demand, since few requests need them. */
export async function readPlatforms(): Promise<readonly Platform[]> {
  return (await import('./platforms.ts')).platforms;
}

/**
 * Ignores an unknown platform. Ignores `via` when the platform's SDK cannot report through the
 * page's own host.
 */
export function readAskedPlatform(
  platforms: readonly Platform[],
  { platform, via }: Readonly<Record<string, unknown>>,
): AskedPlatform {
  const known = platforms.find(({ id }) => id === platform);
  if (!known) return {};
  return { platform: known.id, via: known.tunnel && via === 'own-host' ? via : undefined };
}

export function listPlatforms(
  platforms: readonly Platform[],
  slug: string,
  chosen: string | undefined,
): NamedLink[] {
  return platforms.map(({ id, name }) => ({
    name,
    href: to('/projects/:slug/start', { slug }, { query: { platform: id }, hash: 'install' }),
    isChosen: id === chosen ? true : undefined,
  }));
}

export function fillSnippets(
  found: Platform,
  { slug, via }: { readonly slug: string; readonly via: AskedPlatform['via'] },
  { dsn, dsnOrigin, tunnel, publicUrl, organisation }: ReportsTo,
): ChosenPlatform {
  const known = {
    __DSN__: dsn,
    __ERRATA__: dsnOrigin,
    __PUBLIC_URL__: publicUrl,
    __ORG__: organisation,
    __PROJECT__: slug,
  };
  const open = {
    __RELEASE__: `${slug}@1.0.0`,
    __ENVIRONMENT__: 'production',
    __TOKEN__: 'your-token',
  };
  const fill = (snippet: Snippet) => fillSnippet(snippet, found.language, { known, open });
  const { name, source, checked, note } = found;
  const tunnelled = via === 'own-host' ? found.tunnel : undefined;
  return {
    name,
    source,
    checked,
    install: fill(found.install),
    configure: (tunnelled ?? found).configure.map(fill),
    verify: fill(found.verify),
    note,
    ways: found.tunnel ? listWays(slug, found.id, via) : undefined,
    ...(tunnelled ? { host: fill(tunnelled.host), ownTunnel: tunnel } : {}),
  };
}

function listWays(slug: string, platform: string, chosen: AskedPlatform['via']): NamedLink[] {
  const ways = [
    { name: 'Directly', via: undefined },
    { name: 'Through your own host', via: 'own-host' },
  ] as const;
  return ways.map(({ name, via }) => ({
    name,
    href: to('/projects/:slug/start', { slug }, { query: { platform, via }, hash: 'configure' }),
    isChosen: via === chosen ? true : undefined,
  }));
}
