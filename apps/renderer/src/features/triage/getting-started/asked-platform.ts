import { to } from '#shared';
import type { ChosenPlatform, NamedLink, Snippet } from './getting-started.dto.ts';
import type { Platform } from './platforms.ts';

/** The platform and the way that an address of the page asks for. */
export interface AskedPlatform {
  readonly platform?: string;
  /** `own-host`: reports of pages go through the host of the page. */
  readonly via?: 'own-host';
}

export interface ReportsTo {
  readonly dsn: string;
  /** The address that takes reports, without a trailing slash. */
  readonly dsnOrigin: string;
  /** The address of the tunnel for pages on the host of Errata. */
  readonly tunnel: string;
}

/** Not loaded with the start: few ask for them. */
export async function readPlatforms(): Promise<readonly Platform[]> {
  return (await import('./platforms.ts')).platforms;
}

/** Reads the query of the page's address; what it does not know counts as nothing. */
export function readAskedPlatform(
  platforms: readonly Platform[],
  { platform, via }: Readonly<Record<string, unknown>>,
): AskedPlatform {
  const known = platforms.find(({ id }) => id === platform);
  if (!known) return {};
  return { platform: known.id, ...(known.tunnel && via === 'own-host' ? { via } : {}) };
}

export function listPlatforms(
  platforms: readonly Platform[],
  slug: string,
  chosen: string | undefined,
): NamedLink[] {
  return platforms.map(({ id, name }) => ({
    name,
    // The next step may be below the screen.
    href: to('/projects/:slug/start', { slug }, { query: { platform: id }, hash: 'install' }),
    ...(id === chosen ? { isChosen: true } : {}),
  }));
}

/** The snippets of what was chosen, with the DSN in them. */
export function fillSnippets(
  found: Platform,
  { slug, via }: { readonly slug: string; readonly via: AskedPlatform['via'] },
  { dsn, dsnOrigin, tunnel }: ReportsTo,
): ChosenPlatform {
  const fill = ({ file, code }: Snippet): Snippet => ({
    file,
    code: code.replaceAll('__DSN__', () => dsn).replaceAll('__ERRATA__', () => dsnOrigin),
  });
  const { name, source, checked, note } = found;
  const tunnelled = via === 'own-host' ? found.tunnel : undefined;
  return {
    name,
    source,
    checked,
    install: fill(found.install),
    configure: (tunnelled ?? found).configure.map(fill),
    verify: fill(found.verify),
    ...(note === undefined ? {} : { note }),
    ...(found.tunnel ? { ways: listWays(slug, found.id, via) } : {}),
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
    ...(via === chosen ? { isChosen: true } : {}),
  }));
}
