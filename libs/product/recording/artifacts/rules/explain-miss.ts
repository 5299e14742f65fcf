import type { MissCause } from '#shared';
import type { Artifact, ListedBundle } from './artifact.types.ts';

/** A file of an event that has no map. */
export interface MissedFile {
  readonly miss: MissCause;
  readonly url: string;
  readonly debugId?: string;
  readonly release?: string;
  readonly dist?: string;
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
  /** Files of the project with the same name at another address, of the event's release. */
  readonly sameName: readonly Artifact[];
  /** The newest upload of the project. */
  readonly latest?: ListedBundle;
}

export interface ExplainedMiss {
  /** Says what was looked for, and what was found instead. */
  readonly sentence: string;
  /** Mends it, run in the folder of the project, with the build in `dist`. Absent where nothing is to be mended. */
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

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

type Explain = (missed: MissedFile, near: NearMiss, upload: Upload) => ExplainedMiss | undefined;

interface Upload {
  /** The commands that upload with debug ids. */
  readonly withIds: string;
  /** The command that uploads for the release and the distribution of the event. */
  readonly forBuild: string;
  /** The same for a folder of the build, where the file is that is loaded from this address. */
  readonly forAddress: string;
  /** The one of these by which the event would find the file. */
  readonly again: string;
}

function toUpload({ url, debugId, release, dist }: MissedFile, { project }: NearMiss): Upload {
  const build = [
    ...(release === undefined ? [] : [`--release ${quote(release)}`]),
    ...(dist === undefined ? [] : [`--dist ${quote(dist)}`]),
  ];
  const command = (...more: readonly string[]): string =>
    ['npx @sentry/cli sourcemaps upload', `--project ${quote(project)}`, ...more].join(' ');
  const withIds = `npx @sentry/cli sourcemaps inject dist && ${command('dist')}`;
  const forBuild = command(...build, 'dist');
  const folder = toFolder(url);
  // A path on a server says nothing of where the build has it.
  const within = ORIGIN.test(url) ? folder : '';
  return {
    withIds,
    forBuild,
    forAddress: command(...build, `--url-prefix ${quote(`~${folder}`)}`, quote(`dist${within}`)),
    again: debugId === undefined && release !== undefined ? forBuild : withIds,
  };
}

/** The event was faster than the upload. */
function explainLate(
  { miss, url, debugId, release, dist }: MissedFile,
  { withDebugId, atAddress }: NearMiss,
): ExplainedMiss | undefined {
  const isAtAddress = atAddress.some((file) => file.release === release && file.dist === dist);
  const isThere =
    withDebugId.some(({ mapChecksum }) => mapChecksum !== undefined) ||
    (debugId === undefined && release !== undefined && isAtAddress);
  if (miss !== 'no_file' || !isThere) return undefined;
  return {
    sentence: `The map of ${url} was uploaded after this event.`,
    isMended: true,
  };
}

/** The file is there, and its map is the fault. */
const explainByMap: Explain = ({ miss, url }, { withDebugId, atAddress }, upload) => {
  if (miss === 'no_position') {
    return {
      sentence: `The map of ${url} has nothing at this position. It is of another build than the file that ran.`,
      command: upload.withIds,
    };
  }
  const files = [...withDebugId, ...atAddress];
  const broken = files.find(({ problem }) => problem !== undefined);
  if (miss === 'broken_map') {
    return {
      sentence:
        `The map ${broken?.url ?? `of ${url}`} cannot be read. ${broken?.problem ?? ''}`.trim(),
      command: upload.again,
    };
  }
  if (miss !== 'no_map') return undefined;
  const [file] = files;
  const named =
    file?.mapUrl === undefined ? '' : ` It names ${file.mapUrl}, which was not uploaded.`;
  return {
    sentence: `${file?.url ?? url} was uploaded without its map.${named} Build with source maps in files of their own, and upload both.`,
    command: upload.again,
  };
};

const explainElsewhere: Explain = ({ debugId }, { elsewhere, project }, upload) =>
  debugId === undefined || elsewhere.length === 0
    ? undefined
    : {
        sentence: `The debug id ${debugId} was uploaded to ${elsewhere.join(', ')}, and the event is of ${project}.`,
        command: upload.withIds,
      };

const explainByAddress: Explain = (missed, { atAddress, sameName }, upload) => {
  const { url, debugId, release, dist } = missed;
  const [file] = atAddress;
  if (file && debugId !== undefined) {
    const other = file.debugId === undefined ? 'without a debug id' : `with ${file.debugId}`;
    return {
      sentence: `${url} ran with the debug id ${debugId}. The file at ${file.url} was uploaded ${other}: it is of another build.`,
      command: upload.withIds,
    };
  }
  if (file && release === undefined) {
    return {
      sentence: `The event names no release, and ${file.url} was uploaded for ${toBuild(file)}. Debug ids need no release: deploy what was injected.`,
      command: upload.withIds,
    };
  }
  if (file) {
    return {
      sentence: `The event is of ${toBuild({ release, dist })}. ${file.url} was uploaded for ${toBuild(file)}.`,
      command: upload.forBuild,
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
  const deployed = debugId === undefined ? 'Deploy what was injected.' : '';
  const sentences = [asked, found, deployed].filter((sentence) => sentence !== '');
  return { sentence: sentences.join(' '), command: upload.withIds };
};

function toBuild({
  release,
  dist,
}: {
  readonly release?: string | undefined;
  readonly dist?: string | undefined;
}): string {
  if (release === undefined) return 'no release';
  const of = `release ${release}`;
  return dist === undefined ? `${of} without a distribution` : `${of}, distribution ${dist}`;
}

/** The path of the folder of a file, without a slash at its end: `/assets`. */
function toFolder(url: string): string {
  return url.replace(ORIGIN, '').replace(/\/?[^/]*$/, '');
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
