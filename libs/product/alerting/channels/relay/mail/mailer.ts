import { channelLimits } from '#shared';
import type { AlertMessage } from '../../rules/alert-message.ts';
import { cleanMessage } from '../alert-text.ts';
import { maskTokens } from '../mask-answer.ts';
import type { SendResult } from '../send-result.ts';
import { toMailHtml } from './mail-html.ts';
import { toMailText } from './mail-text.ts';

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

  /** Makes one attempt that ends within `sendMs`. Never rejects. */
  async send(message: AlertMessage, target: MailTarget): Promise<SendResult> {
    const { smtpUrl, sendMs = channelLimits.sendMs } = this.options;
    if (smtpUrl === undefined) {
      return { ending: 'refused', answer: 'SMTP_URL is not set: Errata sends no mail.' };
    }
    // The module is loaded with the first mail, because most processes send no mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      dnsTimeout: sendMs,
      connectionTimeout: sendMs,
      greetingTimeout: sendMs,
      socketTimeout: sendMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      const text = `The mail server did not accept the mail within ${sendMs / 1000} s.`;
      timer = setTimeout(() => reject(new Error(text)), sendMs);
    });
    try {
      const mail = await this.toMail(cleanMessage(message, MESSAGE_LENGTH), target);
      const { response, rejected } = await Promise.race([transport.sendMail(mail), tooLate]);
      const refused =
        rejected.length > 0 ? ` Refused addresses: ${rejected.map(String).join(', ')}` : '';
      return { ending: 'sent', answer: maskTokens(`${response}${refused}`) };
    } catch (error) {
      return toResult(error as SmtpFault);
    } finally {
      clearTimeout(timer);
      transport.close();
    }
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
