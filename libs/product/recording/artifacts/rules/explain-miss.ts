import type { MissCause } from '#shared';
import type { Artifact, ListedBundle } from './artifact.types.ts';

/** A file of an event that has no map, or one without the original code. */
export interface MissedFile {
  readonly miss: MissCause | 'no_code';
  readonly url: string;
  readonly debugId?: string;
  readonly release?: string;
  readonly dist?: string;
  /** Its SDK tells no debug ids: a file may have had one. */
  readonly isOfOldSdk?: true;
}

/** Uploads that are near to a file without a map. */
export interface NearMiss {
  /** Slug of the project. */
  readonly project: string;
  /** Files of the project with the debug id. */
  readonly withDebugId: readonly Artifact[];
  /** Slugs of other projects that have the debug id. */
  readonly elsewhere: readonly string[];
  /** Files of the project at the address, of any build. */
  readonly atAddress: readonly Artifact[];
  /** The one of these that is of the event's build, else the newest, has no map, and none was uploaded for it. */
  readonly isWithoutMap?: boolean;
  /** Files of the project with the same name at another address, of the event's release. */
  readonly sameName: readonly Artifact[];
  /** The newest upload of the project. */
  readonly latest?: ListedBundle;
}

export interface ExplainedMiss {
  /** Says what was looked for, and what was found instead. */
  readonly sentence: string;
  /** Mends it, run in the folder of the project, with the build in `dist`. Absent where nothing is to be mended, or by no command. */
  readonly command?: string;
  /** The map has come since. */
  readonly isMended?: true;
}

/** Says why a file of an event has no map, and how that is mended. */
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

/** A folder in a folder may be that of the build, or one below the path of the site. */
function isDeep(folder: string): boolean {
  return folder.lastIndexOf('/') > 0;
}

const FOUND = '"$(dirname "$f")"';

/** Has a shell find the folder of the build that has a file, for a command that names it `FOUND`. Nothing where no shell could. */
function inFolderOf(url: string, command: string): string | undefined {
  const name = readName(url);
  if (name === undefined) return undefined;
  // For find, these stand for any names.
  const pattern = quote(name.replaceAll(/[\\*?[\]]/g, '\\$&'));
  return `f=$(find dist -name ${pattern} | head -n 1) && [ -n "$f" ] && ${command}`;
}

/** The name of the file as a build has it. */
function readName(url: string): string | undefined {
  try {
    const name = decodeURIComponent(url.replace(/^.*\//, ''));
    return /^$|\p{Cc}/u.test(name) ? undefined : name;
  } catch {
    return undefined;
  }
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

type Explain = (missed: MissedFile, near: NearMiss, upload: Upload) => ExplainedMiss | undefined;

interface Upload {
  /** The commands that upload with debug ids. */
  readonly withIds: string;
  /** The command that uploads for the release and the distribution of the event. */
  readonly forBuild: string | undefined;
  /** The same for a folder of the build, where the file is that is loaded from this address. */
  readonly forAddress: string | undefined;
  /** The one of these by which the event would find the file. */
  readonly again: string | undefined;
  /** The same, from the folder of the file: sentry-cli looks there for the code that a map has not. */
  readonly withCode: string | undefined;
}

function toUpload({ url, debugId, release, dist }: MissedFile, { project }: NearMiss): Upload {
  const build = [
    ...(release === undefined ? [] : [option('--release', release)]),
    ...(dist === undefined ? [] : [option('--dist', dist)]),
  ];
  const command = (...more: readonly string[]): string =>
    ['npx @sentry/cli sourcemaps upload', `--project ${quote(project)}`, ...more].join(' ');
  const withIds = `npx @sentry/cli sourcemaps inject dist && ${command('dist')}`;
  const folder = toFolder(url);
  // A visitor may send any address: no command leads out of the build.
  const isServed = ORIGIN.test(url) && !/\/\.\.?(?:\/|$)/.test(folder);
  const isById = debugId !== undefined || release === undefined;
  const placed = [...build, `--url-prefix ${quote(`~${folder}`)}`];
  const forBuild = command(...build, 'dist');
  // A path on a server says nothing of where the build has it.
  const within = isServed ? quote(`dist${folder}`) : 'dist';
  const forAddress =
    isServed && isDeep(folder)
      ? inFolderOf(url, command(...placed, FOUND))
      : command(...placed, within);
  return {
    withIds,
    withCode: inFolderOf(url, `(cd ${FOUND} && ${command(...(isById ? [] : placed), '.')})`),
    // The root of a build is that of its site, unless the site is below a path.
    forBuild: isServed && isDeep(folder) ? forAddress : forBuild,
    forAddress,
    again: isById ? withIds : forBuild,
  };
}

/** The file that was uploaded for the build of an event, else the newest. */
export function findOfBuild(
  files: readonly Artifact[],
  { release, dist }: Pick<MissedFile, 'release' | 'dist'>,
): Artifact | undefined {
  return files.find((file) => file.release === release && file.dist === dist) ?? files[0];
}

/** The event was faster than the upload. */
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
  if (miss !== 'no_file' || !isThere) return undefined;
  return {
    sentence: `The map of ${url} was uploaded after this event.`,
    isMended: true,
  };
}

/** The file is there, and its map is the fault. */
const explainByMap: Explain = ({ miss, url, debugId }, near, upload) => {
  const { withDebugId, atAddress, isWithoutMap } = near;
  if (miss === 'no_position') {
    return {
      sentence: `The map of ${url} has nothing at this position. It is of another build than the file that ran.`,
      command: upload.withIds,
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
  // Nobody has looked yet for the map of an event that came before the upload.
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
    file?.mapUrl === undefined ? '' : ` It names ${file.mapUrl}, which was not uploaded.`;
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
      sentence: `${url} ran with the debug id ${debugId}. The file at ${file.url} was uploaded ${other}: it is of another build.`,
      command: upload.withIds,
    };
  }
  const isOfBuild = file?.release === release && file?.dist === dist;
  const mayHaveRun = file?.debugId === undefined || isOfOldSdk;
  if (!mayHaveRun && (file.release === undefined || isOfBuild)) {
    return {
      sentence: `${url} ran without a debug id, and ${file.url} was uploaded with one: it is not the file that ran. Deploy the files that were uploaded. Their events need no release, and find their maps. Older events stay as they are.`,
    };
  }
  if (file && release === undefined && isOfOldSdk) {
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
      sentence: `The event is of ${toBuild({ release, dist })}. ${file.url} was uploaded ${file.release === undefined ? 'without a release' : `for ${toBuild(file)}`}.`,
      ...optional(upload.forBuild),
    };
  }
  const [namesake] = sameName;
  if (!namesake) return undefined;
  return {
    sentence: `The event asks for ${url}. ${namesake.url} was uploaded for its release, at another address. Upload the folder that the file is in.`,
    command: upload.forAddress,
  };
};

const explainNothing = (
  { url, debugId, release }: MissedFile,
  { latest, project }: NearMiss,
  upload: Upload,
): ExplainedMiss => {
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
          : `The last upload was for ${toBuild(latest)}.`;
  const deployed = debugId === undefined ? 'Run this, and deploy what is in dist then.' : '';
  const sentences = [asked, found, deployed].filter((sentence) => sentence !== '');
  return { sentence: sentences.join(' '), command: upload.withIds };
};

function optional(command: string | undefined): Pick<ExplainedMiss, 'command'> {
  return command === undefined ? {} : { command };
}

/** Of an event or an upload that has a release. */
function toBuild({
  release,
  dist,
}: {
  readonly release?: string | undefined;
  readonly dist?: string | undefined;
}): string {
  const of = `release ${release}`;
  return dist === undefined ? `${of} without a distribution` : `${of}, distribution ${dist}`;
}

/** The path of the folder of a file, without a slash at its end: `/assets`. */
function toFolder(url: string): string {
  return url
    .replace(ORIGIN, '')
    .replace(/^~/, '')
    .replace(/\/?[^/]*$/, '');
}

/** With an equals sign where the value looks like another option. */
function option(name: string, value: string): string {
  return `${name}${value.startsWith('-') ? '=' : ' '}${quote(value)}`;
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
