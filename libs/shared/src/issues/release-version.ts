/** The version in which a release's name ends. */
export interface ReleaseVersion {
  /** Such as `['3', '25', '47']`, without zeros before a number and without parts of zero at the end. */
  readonly numbers: readonly string[];
  /** Absent where nobody can say whether it comes before or after the bare numbers, as of `+a1b2c3`. */
  readonly tail?: VersionTail | undefined;
}

interface VersionTail {
  /** Identifiers of a pre-release; absent for anything later. */
  readonly pre?: readonly string[] | undefined;
  /** How far after that it is, such as the commits since its tag. */
  readonly post: readonly string[];
  readonly build: readonly string[];
}

const DIGITS = /^\d+$/;
/** A bare number of over six digits is none, either. */
const HASH = /^[\da-f]{7,}$/i;
const VERSION = /^v?(?<numbers>\d+(?:\.\d+)*)(?<rest>.*)$/is;
const BUILD = /^\d+(?:[.-]\d+)*$/;
const RELEASED = /^[._-]?(?:final|ga|release)$/i;
/** PEP 440, Maven, and `git describe`, which names a commit after a tag. */
const AFTER = /(?:[._-]?(?:post|sp)[._-]?(?<number>\d*)|-(?<commits>\d+)-g[\da-f]{4,40})$/i;
/** https://semver.org/#spec-item-9 */
const SEMVER = /^-(?<identifiers>[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)$/;
/** PEP 440 and Maven. */
const WORDS =
  /^(?:[._-]?(?:alpha|beta|milestone|preview|pre|rc|cr|snapshot|dev|a|b|c|m)[._-]?\d*)$/i;
/** A commit, which says nothing about the order. */
const COMMIT = /^(?=.*\d)(?=.*[a-f])g?[\da-f]{7,40}$/i;
const NUMBERED = /^(?<word>[a-z]+)-?(?<number>\d+)$/;
const SAME_WORDS = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['c', 'rc'],
  ['cr', 'rc'],
  ['m', 'milestone'],
]);

/**
 * Returns what stands before the version: `web@` of `web@1.4.0`, and nothing of `1.4.0`. Takes
 * `@acme/web` for a package without a version, so that no other release comes before it.
 */
export function toPackage(release: string): string {
  const end = release.indexOf('@', 1) + 1;
  return end === 0 && release.startsWith('@') ? release : release.slice(0, end);
}

/** Returns undefined for a name without a version, such as a commit. */
export function parseVersion(release: string): ReleaseVersion | undefined {
  const name = release.slice(toPackage(release).length);
  const groups = HASH.test(name) ? undefined : VERSION.exec(name)?.groups;
  if (!groups) return undefined;
  const numbers = groups['numbers']!.split('.').map(toNumber);
  const tail = parseTail(groups['rest']!, numbers.length);
  // A commit or a date may begin with a number.
  if (!tail && numbers.length === 1) return undefined;
  while (numbers.at(-1) === '0') numbers.pop();
  return { numbers, tail };
}

/** Returns a negative number when tail `a` is before `b` of the same numbers. */
export function compareTails(a: VersionTail, b: VersionTail): number {
  const byPre = a.pre && b.pre ? compareParts(a.pre, b.pre) : Number(!a.pre) - Number(!b.pre);
  return byPre || compareParts(a.post, b.post) || compareParts(a.build, b.build);
}

/** Compares as https://semver.org/#spec-item-11 does. */
export function compareParts(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const byPart = comparePart(a[index]!, b[index]!);
    if (byPart !== 0) return byPart;
  }
  return a.length - b.length;
}

function parseTail(rest: string, parts: number): VersionTail | undefined {
  const [named = '', ...builds] = rest.split('+');
  if (!builds.every((build) => BUILD.test(build))) return undefined;
  const after = AFTER.exec(named);
  const before = after ? named.slice(0, after.index) : named;
  const isReleased = before === '' || RELEASED.test(before);
  const pre = isReleased ? undefined : parsePre(before, parts);
  if (!isReleased && !pre) return undefined;
  const post = after ? [toNumber(after.groups!['number'] || after.groups!['commits'] || '0')] : [];
  return { pre, post, build: builds.flatMap((build) => build.split(/[.-]/).map(toNumber)) };
}

/** Development is before anything else in PEP 440, and a word like any other in SemVer. */
function parsePre(text: string, parts: number): readonly string[] | undefined {
  const semver = parts === 3 ? SEMVER.exec(text)?.groups?.['identifiers'] : undefined;
  if (semver === undefined && !WORDS.test(text)) return undefined;
  if (semver?.split(/[.-]/).some((part) => COMMIT.test(part))) return undefined;
  const words = text
    .toLowerCase()
    .match(/[a-z]+|\d+/g)
    ?.map((word) => (word === 'dev' ? '-dev' : word));
  const identifiers = semver?.toLowerCase().split('.') ?? words ?? [];
  return identifiers.flatMap((identifier) => {
    const { word = identifier, number } = NUMBERED.exec(identifier)?.groups ?? {};
    const canonical = SAME_WORDS.get(word) ?? word;
    return number === undefined ? [canonical] : [canonical, number];
  });
}

function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  const [isNumberA, isNumberB] = [DIGITS.test(a), DIGITS.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  const [textA, textB] = isNumberA ? [toNumber(a), toNumber(b)] : [a, b];
  if (isNumberA && textA.length !== textB.length) return textA.length - textB.length;
  return textA < textB ? -1 : Number(textA > textB);
}

function toNumber(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
