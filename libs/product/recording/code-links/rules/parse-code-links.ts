import * as codeLinkLimits from './code-link-limits.ts';

export interface CodeLink {
  /**
   * The path of a folder. A path that begins with a slash or a scheme matches from the root; any
   * other path matches from any folder. `*` matches part of a name, `**` matches across folders.
   */
  readonly pattern: string;
  readonly address: string;
}

export type ParsedCodeLinks =
  | { readonly ok: true; readonly links: readonly CodeLink[] }
  | { readonly ok: false; readonly problem: string };

const ARROW = /\s+(?:→|->|=>)\s+/;
const MAX_WILDCARDS = 2;
const PLACEHOLDERS = ['{path}', '{line}', '{commit}'];

/** Parses one link a line. Blank lines are skipped but counted in the line numbers of problems. */
export function parseCodeLinks(lines: readonly string[]): ParsedCodeLinks {
  const { lines: maxLines, lineLength } = codeLinkLimits;
  if (lines.length > maxLines)
    return { ok: false, problem: `There are at most ${maxLines} lines.` };
  const links: CodeLink[] = [];
  const problems: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [pattern = '', address = '', ...more] = line.trim().split(ARROW);
    const problem =
      line.length > lineLength
        ? `A line has at most ${lineLength} characters.`
        : more.length > 0 || address === ''
          ? 'A line is a folder, an arrow and an address: src/ → https://….'
          : (findPatternFault(pattern) ?? findAddressFault(address));
    if (problem === undefined) links.push({ pattern, address });
    else problems.push(`Line ${index + 1}: ${problem}`);
  }
  return problems.length === 0 ? { ok: true, links } : { ok: false, problem: problems.join('\n') };
}

function findPatternFault(pattern: string): string | undefined {
  if (/\s/.test(pattern)) return 'The folder has no blanks.';
  if (pattern.includes('***')) return 'At most two asterisks stand beside each other.';
  const wildcards = pattern.match(/\*\*?/g) ?? [];
  return wildcards.length > MAX_WILDCARDS
    ? `A folder has at most ${MAX_WILDCARDS} times an asterisk or two.`
    : undefined;
}

function findAddressFault(address: string): string | undefined {
  if (/\s/.test(address)) return 'The address has no blanks.';
  if (!/^https?:\/\//i.test(address)) return 'The address begins with https:// or http://.';
  const unknown = (address.match(/\{[^}]*\}?|\}/g) ?? []).find(
    (each) => !PLACEHOLDERS.includes(each),
  );
  if (unknown !== undefined) {
    return `${unknown} is unknown: there are {path}, {line} and {commit}.`;
  }
  if (!address.includes('{path}')) return 'The address says where {path} stands.';
  const [host = ''] = address.replace(/^https?:\/\//i, '').split(/[/?#]/);
  if (host === '' || /[{@\\]/.test(host) || !URL.canParse(address.replaceAll(/[{}]/g, ''))) {
    return 'The address has a host, without a name, a password or what is put in.';
  }
  return undefined;
}
