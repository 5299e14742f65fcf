import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { ReleaseEdge } from '#product/recording/release-health';
import { hasReleasePage } from '#product/recording/release-health/rules';
import { releaseLimits, to } from '#shared';
import type { Address } from '#shared';

export interface ReleaseAddress {
  readonly project?: string | undefined;
  readonly environment?: string | undefined;
  readonly query?: string | undefined;
  readonly before?: ReleaseEdge | undefined;
  /** How many projects are left out, in a list of many projects. */
  readonly from?: number | undefined;
  /** The version with which a release is compared. */
  readonly with?: string | undefined;
}

const EDGE = /^(?<at>\d{1,15})-(?<version>.+)$/s;

/**
 * Reads `?project=<slug>`, `?environment=`, `?query=<words>`, `?before=<time>-<version>`,
 * `?from=<number>` and `?with=<version>`. Throws `NotFoundException` for values that cannot be read.
 */
@Injectable()
export class ReleaseAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  ReleaseAddress
> {
  transform(fields: Readonly<Record<string, unknown>>): ReleaseAddress {
    const before = readText(fields['before']);
    const from = readText(fields['from']);
    return {
      project: readText(fields['project']),
      environment: readText(fields['environment']),
      query: readText(fields['query'])?.trim().slice(0, releaseLimits.versionLength) || undefined,
      before: before === undefined ? undefined : readEdge(before),
      from: from === undefined ? undefined : readCount(from),
      with: readText(fields['with'])?.trim(),
    };
  }
}

function readText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new NotFoundException();
  return value || undefined;
}

function readEdge(text: string): ReleaseEdge {
  const { at, version } = EDGE.exec(text)?.groups ?? {};
  if (at === undefined || version === undefined) throw new NotFoundException();
  return { firstSeenMs: Number(at), version };
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new NotFoundException();
  return Number(text);
}

export function toListAddress({
  project,
  environment,
  query,
  before,
  from,
}: ReleaseAddress): Address {
  const edge = before && `${before.firstSeenMs}-${before.version}`;
  return to(
    '/releases',
    {},
    { query: { project, environment, query, before: edge, from: from?.toString() } },
  );
}

export function toReleaseAddress(
  version: string,
  query: Pick<ReleaseAddress, 'project' | 'with'> = {},
): Address | undefined {
  return hasReleasePage(version) ? to('/releases/:version', { version }, { query }) : undefined;
}

/** Leads to the issues that began in the release, the newest first. */
export function toNewIssuesAddress(
  version: string,
  { project, environment }: Pick<ReleaseAddress, 'project' | 'environment'> = {},
): Address {
  const query = `firstRelease:"${version.replaceAll(/["\\]/g, '\\$&')}"`;
  return to('/issues', {}, { query: { query, project, environment, sort: 'firstSeen' } });
}
