import type { Address } from '#shared';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ChannelStore, DeliveryStore } from '#product/alerting/channels';
import type { Channel, ChannelScope, LoggedDelivery } from '#product/alerting/channels';
import { adviseOnFailure, describeFailure } from '#product/alerting/channels/rules';
import { Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { describeTestBound, NO_CHANNEL } from './channel-words.ts';
import { TriedTest } from './tried-test.ts';

interface Asker {
  readonly asker: string;
  readonly href: Address;
  readonly project?: { readonly slug: string; readonly name: string };
}

@Injectable()
export class ChannelTests {
  constructor(
    private readonly channels: ChannelStore,
    private readonly deliveries: DeliveryStore,
    private readonly tried: TriedTest,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a test and resolves with its result. When no test is sent, `isSent` is false and `text`
   * is the reason.
   */
  async run(
    scope: ChannelScope,
    channelId: number,
    asker: Asker,
  ): Promise<{ readonly isSent: boolean; readonly text: string }> {
    const channel = (await this.channels.list(scope)).find(({ id }) => id === channelId);
    if (!channel) return { isSent: false, text: NO_CHANNEL };
    if (channel.kind === 'mail' && !this.config.isMailSet) {
      return { isSent: false, text: 'No test is sent: mail needs SMTP_URL.' };
    }
    const nowMs = this.clock.nowMs();
    const message = { ...this.compose(channel, asker), id: randomUUID(), atMs: nowMs };
    const againMs = await this.deliveries.putTest(channelId, message, nowMs);
    if (againMs !== undefined) return { isSent: false, text: describeTestBound(againMs) };
    return { isSent: true, text: describeEnd(await this.tried.find(message.id, channelId)) };
  }

  private compose({ name }: Channel, { asker, href, project }: Asker) {
    return {
      kind: 'test' as const,
      title: `Test of the channel ${name}`,
      lines: [`${asker} asked for this test. Alerts of Errata reach this channel.`],
      level: 'info' as const,
      project: project ? { slug: project.slug, name: project.name } : undefined,
      issues: [],
      more: 0,
      url: this.config.publicUrl + href,
    };
  }
}

function describeEnd(test: LoggedDelivery | undefined): string {
  if (!test) return 'The test is on its way. The log below says how it ends.';
  if (test.state === 'sent') return 'The test arrived.';
  const parts = [describeFailure(test), adviseOnFailure(test)].filter((part) => part !== '');
  return `The test did not arrive: ${parts.join(' ')}`;
}
