import type { Breadcrumb, NormalisedEvent } from '#shared';
import { printStack } from './print-stack.ts';

/** The latest steps tell what the user did; earlier ones are on the page. */
const STEPS = 20;

/**
 * The event as Markdown, to be pasted into a ticket, a chat or an assistant: head, facts, stack, latest breadcrumbs, request
 * and tags. It leaves out the user, headers and bodies, because such texts travel. Everything that a sender wrote stands
 * in code, so that no text of theirs becomes a link, a picture or a mention. Pure, and never empty.
 */
export function printMarkdown(event: NormalisedEvent): string {
  const { title, request, breadcrumbs, tags } = event;
  const head = [title?.type, title?.value].filter(Boolean).join(': ') || 'No message';
  const address = request?.url === undefined ? [] : [`${request.method ?? 'GET'} ${request.url}`];
  return [
    `# ${toCode(head)}`,
    listFacts(event).join('\n'),
    `## Stack trace\n\n${toBlock(printStack(event))}`,
    ...toSection('What happened before', breadcrumbs.slice(-STEPS).map(toStep)),
    ...toSection('Request', address.map(toCode)),
    ...toSection(
      'Tags',
      tags.map(([key, value]) => `${toCode(key)} ${toCode(value)}`),
    ),
    '',
  ].join('\n\n');
}

function listFacts(event: NormalisedEvent): readonly string[] {
  const { occurredAtMs, level, release, environment, transaction, serverName } = event;
  const { platform, eventId, traceId } = event;
  const facts = [
    ['When', new Date(occurredAtMs).toISOString()],
    ['Level', level],
    ['Release', release],
    ['Environment', environment],
    ['Transaction', transaction],
    ['Server', serverName],
    ['Platform', platform],
    ['Trace', traceId],
    ['Event', eventId],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [`- ${name}: ${toCode(value)}`] : []));
}

function toStep({ timestampMs, category, type, level, message = '', data }: Breadcrumb): string {
  const time = timestampMs === undefined ? '' : `${new Date(timestampMs).toISOString()} `;
  const words = message || (data === undefined ? '' : JSON.stringify(data));
  return toCode(`${time}${level} ${category ?? type} ${words}`);
}

function toSection(name: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [`## ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];
}

/** A code span (CommonMark 6.1): its marks are longer than any in the text. */
function toCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // Two marks around nothing would open a span that a later text closes.
  if (line === '') return '—';
  const mark = '`'.repeat(countTicks(line) + 1);
  const isTouching = line.startsWith('`') || line.endsWith('`');
  return isTouching ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** A fenced block (CommonMark 4.5). */
function toBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, countTicks(text) + 1));
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}

/** The length of the longest run of backticks. */
function countTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
