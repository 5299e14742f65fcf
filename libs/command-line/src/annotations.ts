import { toHealthText } from './health.ts';
import type { JudgedHealth } from './health.ts';
import type { ServerIssue } from './server.ts';

export function count(quantity: number | string, what: string): string {
  return String(quantity) === '1' ? `1 ${what}` : `${quantity} ${what}s`;
}

export type Format = 'github' | 'gitlab' | 'plain';

export interface Finding {
  readonly why: string;
  readonly issue: ServerIssue;
}

export function findFormat(env: Readonly<Record<string, string | undefined>>): Format {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  return env['GITLAB_CI'] === 'true' ? 'gitlab' : 'plain';
}

/**
 * Formats a finding for a plain log, with the link on a line of its own. Control characters are
 * removed, because titles come from strangers and could contain commands for the CI.
 */
export function toLine({ why, issue }: Finding): string {
  const { shortId, title, culprit, permalink, count: events, userCount } = issue;
  const place = culprit === '' ? '' : ` in ${culprit}`;
  const text = `${shortId} ${why}: ${title}${place} (${count(events, 'event')}, ${count(userCount, 'user')})`;
  return `${clean(text)}\n  ${permalink}`;
}

/**
 * Formats a finding as a GitHub workflow command:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function toGitHub({ why, issue }: Finding): string {
  const { shortId, title, culprit, permalink } = issue;
  const name = escapeProperty(`${shortId} is ${why}`);
  return `::error title=${name}::${escapeData(`${clean(title)}\n${clean(culprit)}\n${permalink}`)}`;
}

/** Formats a release that has too few sound sessions as a GitHub workflow command. */
export function toGitHubHealth(judged: JudgedHealth): string {
  const text = [clean(toHealthText(judged)), judged.health.permalink ?? ''].join('\n').trim();
  const often = judged.limit.withUnhandled ? 'fails too often' : 'crashes too often';
  const name = escapeProperty(`${judged.health.version} ${often}`);
  return `::error title=${name}::${escapeData(text)}`;
}

/**
 * Formats findings as GitLab's annotations report:
 * https://docs.gitlab.com/ci/yaml/artifacts_reports/#artifactsreportsannotations
 */
export function toGitLab(
  findings: readonly Finding[],
  healths: readonly JudgedHealth[] = [],
): string {
  const ofHealth = healths.flatMap((judged) => {
    const { permalink: url } = judged.health;
    return url === null ? [] : [{ external_link: { label: toLabel(toHealthText(judged)), url } }];
  });
  const links = findings.map(({ why, issue }) => ({
    external_link: {
      label: toLabel(`${issue.shortId} ${why}: ${issue.title}`),
      url: issue.permalink,
    },
  }));
  return `${JSON.stringify({ 'Errata gate': [...ofHealth, ...links] }, null, 2)}\n`;
}

function toLabel(text: string): string {
  return clean(text).slice(0, 200);
}

/**
 * Puts a text on one line. Removes control characters and invisible characters that reverse text,
 * and disarms CI commands.
 */
export function clean(text: string): string {
  return breakCommands(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
}

export function cleanLines(text: string): string {
  return breakCommands(text.replaceAll(/[^\n\P{Cc}]|\p{Cf}/gu, ''));
}

/**
 * Runners execute `::command::` at the beginning of a line and `##[command]` anywhere in a line
 * (github.com/actions/runner, ActionCommand.cs). Azure executes `##vso[`.
 */
function breakCommands(text: string): string {
  return text.replaceAll(/##(?=\[|vso\[)/gi, '# #').replaceAll(/^(\s*):(?=:)/gm, '$1: ');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(clean(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
