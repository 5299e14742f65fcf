import type { NormalisedEvent, StackFrame } from '../event.ts';

export interface IssueTitle {
  readonly type: string;
  readonly value: string;
  readonly place: string;
}

const MAX_VALUE_LENGTH = 500;

/**
 * What an issue is called whose newest event this is, and what the event's own page is called: by the
 * exception that surfaced; without one, by the message, with the
 * logger (else the word Message) where the type would stand. A message that was sent with its stack
 * comes as an exception without a type.
 */
export function toIssueTitle(event: NormalisedEvent): IssueTitle {
  const surfaced = event.exceptions.at(-1);
  if (surfaced) {
    return {
      type: surfaced.type || (event.message ? toMessageType(event) : 'Error'),
      value: toOneLine(surfaced.value || (event.message ?? '')),
      place: toPlace(surfaced.frames),
    };
  }
  return {
    type: toMessageType(event),
    value: toOneLine(event.message ?? '') || (event.transaction ?? 'No message'),
    place: '',
  };
}

function toMessageType(event: NormalisedEvent): string {
  return event.logger ?? 'Message';
}

/** The in-app frame nearest to the failure, else the failing frame: `function (file:line)`. */
function toPlace(frames: readonly StackFrame[]): string {
  const frame = frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
  if (!frame) return '';
  const file = shorten(frame.filename ?? frame.module ?? frame.absPath ?? '');
  const at = frame.line === undefined ? file : `${file}:${frame.line}`;
  if (!frame.function) return at;
  return at ? `${frame.function} (${at})` : frame.function;
}

/**
 * Of an absolute path or a URL the file and its folder: what comes before is the same in every line.
 * Without an ellipsis, which says nothing there and makes every page of the list a string of two bytes
 * a character: a fifteenth of the time of a page whose texts are Latin (measured).
 */
function shorten(path: string): string {
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path);
  const parts = path.split(/[/\\]+/);
  return isAbsolute && parts.length > 3 ? parts.slice(-2).join('/') : path;
}

function toOneLine(text: string): string {
  const line = text
    .slice(0, 2 * MAX_VALUE_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_VALUE_LENGTH ? `${line.slice(0, MAX_VALUE_LENGTH - 1)}…` : line;
}
