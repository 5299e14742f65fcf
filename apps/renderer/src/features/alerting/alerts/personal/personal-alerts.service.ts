import { Injectable } from '@nestjs/common';
import { PersonalAlertStore, UnsubscribeToken } from '#product/alerting/alerts';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import { chooseAlerts, personalChoices } from '#product/alerting/alerts/rules';
import type { PersonalAlerts } from '#product/alerting/alerts/rules';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { PersonalAlertsProps } from '../personal-alerts.dto.ts';

@Injectable()
export class PersonalAlertsService {
  constructor(
    private readonly personal: PersonalAlertStore,
    private readonly users: UserStore,
    private readonly tokens: UnsubscribeToken,
    private readonly config: RendererConfig,
  ) {}

  async show({ id, email, isOwner }: User): Promise<PersonalAlertsProps> {
    const { isMailSet } = this.config;
    return { email, isMailSet, isOwner, alerts: await this.personal.get(id) };
  }

  /**
   * Keeps the stored choice `operator` of users who are not owners, because they may become owners.
   */
  async set({ id, isOwner }: User, alerts: PersonalAlerts): Promise<void> {
    const { operator } = isOwner ? alerts : await this.personal.get(id);
    await this.personal.set(id, { ...alerts, operator });
  }

  /**
   * Resolves with undefined when the token is invalid. `isDone` is true when the user already gets
   * no mail about alerts.
   */
  async findByToken(token: string) {
    const user = await this.findUser(token);
    if (!user) return undefined;
    const alerts = await this.personal.get(user.id);
    const isDone = !personalChoices.some(
      (choice) => alerts[choice] && (user.isOwner || choice !== 'operator'),
    );
    return { email: user.email, isDone };
  }

  /** Resolves with false when the token is invalid. */
  async unsubscribe(token: string): Promise<boolean> {
    const user = await this.findUser(token);
    if (user) {
      const { quiet } = await this.personal.get(user.id);
      await this.personal.set(user.id, {
        ...chooseAlerts(() => false),
        ...(quiet ? { quiet } : {}),
      });
    }
    return user !== undefined;
  }

  private async findUser(token: string) {
    const userId = this.tokens.find(token);
    return userId === undefined ? undefined : this.users.find(userId);
  }
}
