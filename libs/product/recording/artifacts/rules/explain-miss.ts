import { decodePercents, type MissCause } from '#shared';
import type { Artifact, ListedBundle } from './artifact.types.ts';
import { readFileName } from './find-artifact.ts';

/** An event's file without a map, or with a map that lacks the original code. */
export interface MissedFile {
  readonly miss: MissCause | 'no_code';
  readonly url: string;
  readonly debugId?: string;
  readonly release?: string;
  readonly dist?: string;
  /** True when the SDK sends no debug ids. The file may have had one. */
  readonly isOfOldSdk?: true;
}

export interface NearMiss {
  readonly project: string;
  readonly withDebugId: readonly Artifact[];
  /** Slugs of other projects that have the debug id. */
  readonly elsewhere: readonly string[];
  /** The project's files at the same URL, from any build. */
  readonly atAddress: readonly Artifact[];
  /**
   * True when the file that `findOfBuild` picks from `atAddress` has no map and no map was uploaded
   * for it.
   */
  readonly isWithoutMap?: boolean;
  /** Files of the same name: those of the event's release, or of any when the event names none. */
  readonly sameName: readonly Artifact[];
  readonly latest?: ListedBundle;
}

export interface ExplainedMiss {
  readonly sentence: string;
  /**
   * A shell command that solves the problem. Users run it in the folder of the project, with the
   * build in `dist`. Absent when nothing needs repair, or no command can help.
   */
  readonly command?: string;
  readonly isMended?: true;
}

export function explainMiss(missed: MissedFile, near: NearMiss): ExplainedMiss {
  const upload = toUpload(missed, near);
  return (
    explainLate(missed, near) ??
    explainByMap(missed, near, upload) ??
    explainElsewhere(missed, near, upload) ??
    explainByAddress(missed, near, upload) ??
    explainNothing(missed, near, upload)
  );
}

/**
 * Returns a shell command that runs `command` in the folder of the build that has this file, or so
 * many folders `above` it. sentry-cli would read brackets in a path as a pattern, so it uploads the
 * folder that it is in. Among files of one name, that in a folder of the same name comes first.
 * Returns undefined when the URL has no file name. Control characters would reach the user's
 * terminal, so a command with one is left out, too.
 */
function inFolderOf(url: string, command: string, above = 0): string | undefined {
  const name = readFileName(url);
  const folder = decodePercents(toFolder(url)).replace(/^.*\//s, '');
  if (name === undefined || /\p{Cc}/u.test(folder + command)) return undefined;
  // `find` would treat these characters as wildcards.
  const [file, parent] = [name, folder].map((text) => text.replaceAll(/[\\*?[\]]/g, '\\$&'));
  const place = quote(parent === '' ? `dist/${file}` : `*/${parent}/${file}`);
  const find = `{ find dist -path ${place}; find dist -name ${quote(file!)}; } | head -n 1`;
  return `f=$(${find}) && [ -n "$f" ] && (cd "$(dirname "$f")${'/..'.repeat(above)}" && ${command})`;
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

type Explain = (missed: MissedFile, near: NearMiss, upload: Upload) => ExplainedMiss | undefined;

interface Upload {
  readonly withIds: string;
  /**
   * Command that uploads the folder of the file for the build and to the address of the event.
   * Absent when the address names no file.
   */
  readonly forBuild: string | undefined;
  /** Command that makes new events find the file: `withIds` or `forBuild`. */
  readonly again: string | undefined;
  /**
   * Command that uploads from within the folder of the file, where sentry-cli looks for code that a
   * map lacks.
   */
  readonly withCode: string | undefined;
}

function toUpload(missed: MissedFile, { project, atAddress }: NearMiss): Upload {
  const { url, debugId, release, dist } = missed;
  const above = countAbove(url, findOfBuild(atAddress, missed)?.mapUrl);
  const folder = toFolder(url)
    .split('/')
    .slice(0, -above || undefined)
    .join('/');
  const placed = [
    ...(release === undefined ? [] : [option('--release', release)]),
    ...(dist === undefined ? [] : [option('--dist', dist)]),
    ...(folder === '' ? [] : [`--url-prefix ${quote(`~${folder}`)}`]),
  ];
  const command = (...more: readonly string[]): string =>
    ['npx @sentry/cli sourcemaps upload', `--project ${quote(project)}`, ...more].join(' ');
  const withIds = `npx @sentry/cli sourcemaps inject dist && ${command('dist')}`;
  const isById = debugId !== undefined || release === undefined;
  const forBuild = inFolderOf(url, command(...placed, '.'), above);
  return {
    withIds,
    forBuild,
    again: isById ? withIds : forBuild,
    withCode: isById ? inFolderOf(url, command('.')) : forBuild,
  };
}

export function findOfBuild(
  files: readonly Artifact[],
  { release, dist }: Pick<MissedFile, 'release' | 'dist'>,
): Artifact | undefined {
  return files.find((file) => file.release === release && file.dist === dist) ?? files[0];
}

function explainLate(
  { miss, url, debugId, release, dist, isOfOldSdk }: MissedFile,
  { withDebugId, atAddress, isWithoutMap }: NearMiss,
): ExplainedMiss | undefined {
  const isAtAddress = atAddress.some(
    (file) =>
      file.release === release && file.dist === dist && (isOfOldSdk || file.debugId === debugId),
  );
  const isThere =
    withDebugId.some(({ mapChecksum }) => mapChecksum !== undefined) ||
    (debugId === undefined && release !== undefined && isAtAddress && !isWithoutMap);
  if ((miss !== 'no_file' && miss !== 'no_map') || !isThere) return undefined;
  return {
    sentence: `The map of ${url} is there now.`,
    isMended: true,
  };
}

const explainByMap: Explain = ({ miss, url, debugId }, near, upload) => {
  const { withDebugId, atAddress, isWithoutMap } = near;
  if (miss === 'no_position') {
    return {
      sentence: `The map of ${url} has nothing at this position. It is of another build than the file that ran.`,
      ...optional(upload.again),
    };
  }
  if (miss === 'large') {
    return {
      sentence: `The map of ${url} was left out: 64 MiB of maps and 131,072 characters of their paths are read for an event. Build smaller files.`,
    };
  }
  if (miss === 'no_code') {
    return {
      sentence: `The map ${url.endsWith('.map') ? url : `of ${url}`} tells places, and none of the code there. Build with the code in the map (sourcesContent), or upload from the folder of the map, which puts it in.`,
      ...optional(upload.withCode),
    };
  }
  const sources = [...withDebugId, ...atAddress].filter(({ kind }) => kind === 'source');
  const files = [...withDebugId, ...atAddress];
  const broken = files.find(({ problem }) => problem !== undefined);
  const hasNone =
    miss !== 'broken_map' &&
    (withDebugId.length > 0 || (debugId === undefined && isWithoutMap === true));
  if (miss === 'broken_map' || (hasNone && broken)) {
    return {
      sentence:
        `The map ${broken?.kind === 'map' ? broken.url : `of ${broken?.url ?? url}`} cannot be read. ${broken?.problem ?? ''} Build again, and upload both.`.replace(
          '  ',
          ' ',
        ),
      ...optional(upload.again),
    };
  }
  if (miss !== 'no_map' && !hasNone) return undefined;
  return explainWithoutMap(sources[0], url, upload);
};

function explainWithoutMap(file: Artifact | undefined, url: string, upload: Upload): ExplainedMiss {
  const named =
    file?.mapUrl === undefined
      ? ''
      : ` It names ${decodePercents(file.mapUrl)}, which was not uploaded with it.`;
  return {
    sentence: `${file?.url ?? url} was uploaded without its map.${named} Build with source maps in files of their own, and upload both.`,
    ...optional(upload.again),
  };
}

const explainElsewhere: Explain = ({ debugId }, { elsewhere, project }, upload) =>
  debugId === undefined || elsewhere.length === 0
    ? undefined
    : {
        sentence: `The debug id ${debugId} was uploaded to ${elsewhere.join(', ')}, and the event is of ${project}.`,
        command: upload.withIds,
      };

const explainByAddress: Explain = (missed, { atAddress, sameName }, upload) => {
  const { url, debugId, release, dist, isOfOldSdk } = missed;
  const file = findOfBuild(atAddress, missed);
  if (file && debugId !== undefined) {
    const other = file.debugId === undefined ? 'without a debug id' : `with ${file.debugId}`;
    return {
      sentence: `${url} ran with the debug id ${debugId}. The file at ${file.url} was uploaded ${other}: it is of another build. Run this with the build in dist that ran.`,
      command: upload.withIds,
    };
  }
  const isOfBuild = file?.release === release && file?.dist === dist;
  const mayHaveRun = file?.debugId === undefined || isOfOldSdk;
  if (!mayHaveRun && (file.release === undefined || isOfBuild)) {
    return explainDeploy(url, file);
  }
  if (debugId === undefined && release === undefined && isOfOldSdk) {
    return {
      sentence: `The event names no release, and its SDK is too old to send debug ids. Set a release in the SDK and upload for that release, or use version 8 or newer.`,
    };
  }
  if (file && release === undefined) {
    return {
      sentence: `The event names no release, and ${file.url} was uploaded without a debug id. Run this, and deploy what is in dist then.`,
      command: upload.withIds,
    };
  }
  if (file) {
    return {
      sentence: `The event is of ${describeBuild({ release, dist })}. ${file.url} was uploaded ${file.release === undefined ? 'without a release' : `for ${describeBuild(file)}`}.`,
      ...optional(upload.forBuild),
    };
  }
  return explainNamesake(missed, sameName, upload);
};

function explainNamesake(
  { url, debugId, release }: MissedFile,
  sameName: readonly Artifact[],
  upload: Upload,
): ExplainedMiss | undefined {
  const namesake = sameName.find((each) => release !== undefined || each.debugId !== undefined);
  if (!namesake || debugId !== undefined) return undefined;
  if (release === undefined) return explainDeploy(url, namesake);
  return {
    sentence: `The event asks for ${url}. ${namesake.url} was uploaded for its release, at another address. Upload the folder that the file is in.`,
    ...optional(upload.forBuild),
  };
}

function explainDeploy(url: string, file: Artifact): ExplainedMiss {
  return {
    sentence: `${url} ran without a debug id, and ${file.url} was uploaded with one: it is not the file that ran. Deploy the files that were uploaded. Their events need no release, and find their maps. Older events stay as they are.`,
  };
}

const explainNothing = (
  { url, debugId, release }: MissedFile,
  { latest, project }: NearMiss,
  { withIds, forBuild }: Upload,
): ExplainedMiss => {
  const command = debugId === undefined && release !== undefined ? forBuild : undefined;
  const asked =
    debugId === undefined
      ? release === undefined
        ? `${url} ran without a debug id, and the event names no release.`
        : `${url} ran without a debug id, and nothing was uploaded for its address.`
      : `Nothing was uploaded with the debug id ${debugId} of ${url}.`;
  const found =
    latest === undefined
      ? `The project ${project} has no uploads.`
      : latest.state === 'error'
        ? `The last upload failed: ${latest.detail ?? ''}`.trim()
        : latest.release === undefined
          ? ''
          : `The last upload was for ${describeBuild(latest)}.`;
  const isDeployed = debugId !== undefined || command !== undefined;
  const deployed = isDeployed ? '' : 'Run this, and deploy what is in dist then.';
  const sentences = [asked, found, deployed].filter((sentence) => sentence !== '');
  return { sentence: sentences.join(' '), command: command ?? withIds };
};

function optional(command: string | undefined): Pick<ExplainedMiss, 'command'> {
  return command === undefined ? {} : { command };
}

function describeBuild({
  release,
  dist,
}: {
  readonly release?: string | undefined;
  readonly dist?: string | undefined;
}): string {
  const of = `release ${release}`;
  return dist === undefined ? `${of} without a distribution` : `${of}, distribution ${dist}`;
}

/** Returns how many folders above a script its map is, as `../maps/app.js.map` is one above. */
function countAbove(url: string, mapUrl = ''): number {
  const [steps = ''] = /^(?:\.\.\/)*/.exec(mapUrl) ?? [];
  return Math.min(steps.length / 3, toFolder(url).split('/').length - 1);
}

/** Returns the path of a file's folder without a slash at its end: `/assets`. */
function toFolder(url: string): string {
  const path = url.replace(ORIGIN, '').replace(/^~/, '');
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** An equals sign keeps a value from being taken for another option. */
function option(name: string, value: string): string {
  return `${name}${value.startsWith('-') ? '=' : ' '}${quote(value)}`;
}

function quote(text: string): string {
  return /^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
