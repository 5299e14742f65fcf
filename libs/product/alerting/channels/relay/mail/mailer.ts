import type { Readable } from 'node:stream';
import { channelLimits } from '#shared';
import type { AlertMessage, AlertedComment, AlertedIssue } from '../../rules/alert-message.ts';
import {
  cleanMessage,
  toContextLine,
  toFactLine,
  toHeadline,
  toMoreLine,
  toPlaceLines,
} from '../alert-text.ts';
import { maskTokens } from '../mask-answer.ts';
import type { SendResult } from '../send-result.ts';
import { toMailHtml } from './mail-html.ts';

/**
 * Longest time for which a server that has the whole mail may think about it:
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2.6
 */
const LONGEST_ANSWER_MS = 600_000;

/**
 * Longest time for DNS, the greeting and STARTTLS together. A mail server that is away delays other
 * messages for at most 30 s. Some servers greet late on purpose, since senders of spam do not wait.
 */
const LONGEST_GREETING_MS = 30_000;

/** Characters of what an issue says in a mail. */
const MESSAGE_LENGTH = 200;

export interface MailerOptions {
  /**
   * Address of the mail server. Any host is allowed, because the operator sets it. When absent,
   * Errata sends no mail.
   */
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  readonly sendMs?: number;
}

export interface MailTarget {
  readonly addresses: readonly string[];
  readonly unsubscribe?: string | undefined;
}

interface SmtpFault extends Error {
  readonly code?: string;
  /** Reply code of the server: 5xx is permanent, 4xx temporary (RFC 5321, section 4.2.1). */
  readonly responseCode?: number;
}

export class Mailer {
  constructor(private readonly options: MailerOptions) {}

  get isSet(): boolean {
    return this.options.smtpUrl !== undefined;
  }

  /**
   * Makes one attempt that ends within `sendMs`. Never rejects. A connection that is given up ends,
   * because it would go on sending. A mail server that has the whole mail and does not answer in
   * time counts as having sent it, because a second attempt would arrive as a second mail. Its
   * connection stays, so that the server may take its time. The server has what the connection has
   * taken: nothing tells whether it has read that.
   */
  async send(message: AlertMessage, target: MailTarget): Promise<SendResult> {
    const { smtpUrl, sendMs = channelLimits.mailMs } = this.options;
    if (smtpUrl === undefined) {
      return { ending: 'refused', answer: 'SMTP_URL is not set: Errata sends no mail.' };
    }
    // The module is loaded with the first mail, because most processes send no mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: Math.min(sendMs, LONGEST_GREETING_MS),
      greetingTimeout: sendMs,
      socketTimeout: LONGEST_ANSWER_MS,
      socketCloseTimeout: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    let isWritten = false;
    transport.use('stream', ({ message: mime }, done) => {
      mime.processFunc((source) => noteWritten(source, () => (isWritten = true)));
      done();
    });
    const within = `within ${sendMs / 1000} s.`;
    const giveUp = new AbortController();
    const transmit = async (): Promise<SendResult> => {
      try {
        const mail = await this.toMail(cleanMessage(message, MESSAGE_LENGTH), target);
        const sending = transport.sendMail({ ...mail, signal: giveUp.signal });
        const { response, rejected } = await sending;
        const refused =
          rejected.length > 0 ? ` Refused addresses: ${rejected.map(String).join(', ')}` : '';
        return { ending: 'sent', answer: maskTokens(`${response}${refused}`) };
      } catch (error) {
        return giveUp.signal.aborted
          ? { ending: 'later', answer: `The mail server did not accept the mail ${within}` }
          : { ...toResult(error as SmtpFault), isUnsent: !isWritten };
      } finally {
        transport.close();
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SendResult>((resolve) => {
      timer = setTimeout(() => {
        const answer = `The mail server has the mail, and did not answer ${within}`;
        if (isWritten) resolve({ ending: 'sent', answer });
        else giveUp.abort();
      }, sendMs);
    });
    return Promise.race([transmit(), late]).finally(() => clearTimeout(timer));
  }

  private async toMail(message: AlertMessage, { addresses, unsubscribe }: MailTarget) {
    const { id, title } = message;
    const { from } = this.options;
    const { renderComment } = await import('./comment-html.ts');
    return {
      from,
      to: [...addresses],
      subject: title,
      text: toMailText(message, unsubscribe),
      html: toMailHtml(message, { unsubscribe, renderComment }),
      // Every try has the same id, so that servers and mail programs recognise a repetition.
      messageId: `<${id.replaceAll(/[^\w-]/g, '')}@${toDomain(from)}>`,
      date: new Date(message.atMs),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribe === undefined ? {} : toUnsubscribeHeaders(unsubscribe)),
      },
    };
  }
}

/**
 * Calls back once the connection has taken the final dot. nodemailer pipes the mail into a stream
 * that adds the dot. The buffers of this stream may hold a whole mail that the server does not read.
 */
export function noteWritten(source: Readable, onWritten: () => void): Readable {
  const pipe = source.pipe.bind(source);
  source.pipe = (dotted, options) => pipe(dotted.once('end', onWritten), options);
  return source;
}

/** https://www.rfc-editor.org/rfc/rfc8058#section-3.1 */
function toUnsubscribeHeaders(unsubscribe: string) {
  return {
    'List-Unsubscribe': `<${new URL(unsubscribe).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function toDomain(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'errata.invalid';
}

function toResult({ message, responseCode, code }: SmtpFault): SendResult {
  // Login and certificate errors are temporary, because the operator can correct the settings.
  const isForGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return { ending: isForGood ? 'refused' : 'later', answer: maskTokens(message) };
}

export function toMailText(message: AlertMessage, unsubscribe?: string): string {
  const { title, lines, issues, more, url } = message;
  return [
    [title, ...lines].join('\n'),
    ...issues.map(toIssueText),
    ...(more > 0 ? [toMoreLine(more)] : []),
    url,
    ['-- ', toContextLine(message), ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : [])].join(
      '\n',
    ),
  ].join('\n\n');
}

function toIssueText(issue: AlertedIssue): string {
  const { shortId, url, comments = [] } = issue;
  const places = toPlaceLines(issue).map((line) => `    ${line}`);
  return [
    `${shortId}  ${toHeadline(issue)}`,
    ...comments.map(toCommentText),
    ...places,
    `    ${toFactLine(issue)}`,
    `    ${url}`,
  ].join('\n');
}

/** Quotes every line, so that no line of a comment looks like a part of the mail. */
function toCommentText({ by, text }: AlertedComment): string {
  return [`    ${by}:`, ...text.split('\n').map((line) => `    > ${line}`)].join('\n');
}
