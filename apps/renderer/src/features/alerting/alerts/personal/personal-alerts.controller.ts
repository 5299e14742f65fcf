import { isTimeZone } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Get } from '@nestjs/common';
import { chooseAlerts } from '#product/alerting/alerts/rules';
import type { PersonalAlerts } from '#product/alerting/alerts/rules';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import { AccountSection, CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { PersonalAlertsDto } from '../personal-alerts.dto.ts';
import type { PersonalAlertsProps, SavePersonalAlertsAction } from '../personal-alerts.dto.ts';
import { PersonalAlertsService } from './personal-alerts.service.ts';

@AccountSection({ name: 'Alerts', segment: 'alerts', order: 20 })
export class PersonalAlertsController {
  constructor(private readonly personal: PersonalAlertsService) {}

  @Get()
  @Page<PropsOf<PersonalAlertsController['show']>>('alerts/personal-alerts.page', {
    head: () => ({ title: 'Your alerts' }),
  })
  show(@CurrentAccess() access: Access): Promise<PersonalAlertsProps> {
    return this.personal.show(access.getSignedIn().user);
  }

  @Action<SavePersonalAlertsAction>('save')
  async save(
    @Body() sent: PersonalAlertsDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const alerts = parse(sent);
    await this.personal.set(access.getSignedIn().user, alerts);
    const { from, until } = sent;
    const hours =
      alerts.quiet && !alerts.quiet.isOff
        ? `No mail from ${from} to ${until} (${alerts.quiet.timeZone}).`
        : '';
    flash({ text: `Saved. Your choice applies to alerts from now on. ${hours}`.trim() });
  }
}

function parse({ told = [], quiet, from, until, timeZone }: PersonalAlertsDto): PersonalAlerts {
  const requests = chooseAlerts((choice) => told.includes(choice));
  const isOff = quiet === undefined;
  if (isOff && (from === '' || until === '' || !isTimeZone(timeZone.trim()))) return requests;
  if (from === '' || until === '') {
    const missing = from === '' ? 'from' : 'until';
    throw new InvalidFieldsException({ [missing]: ['Quiet hours need a start and an end.'] });
  }
  const zone = timeZone.trim() || 'UTC';
  if (!isTimeZone(zone)) {
    throw new InvalidFieldsException({
      timeZone: ['Enter the name of a time zone, like Europe/Berlin.'],
    });
  }
  const hours = { fromMinute: toMinute(from), toMinute: toMinute(until), timeZone: zone };
  // Stores the hours even when they are switched off, so that the form offers them again.
  return { ...requests, quiet: isOff ? { ...hours, isOff } : hours };
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
